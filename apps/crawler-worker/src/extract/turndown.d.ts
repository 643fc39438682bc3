declare module 'turndown' {
  import type { DomElement } from './dom.js';

  interface Rule {
    filter: string | string[] | ((node: DomElement) => boolean);
    replacement(content: string, node: DomElement): string;
  }

  export default class TurndownService {
    constructor(options?: Record<string, unknown>);
    addRule(key: string, rule: Rule): this;
    remove(filter: string | string[] | ((node: DomElement) => boolean)): this;
    use(plugin: (service: TurndownService) => void): this;
    escape(text: string): string;
    turndown(node: DomElement): string;
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown';
  export function strikethrough(service: TurndownService): void;
  export function taskListItems(service: TurndownService): void;
}
