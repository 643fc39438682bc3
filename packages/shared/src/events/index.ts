export { type Activity, activitySchema, type RecordChange } from './activity.js';
export { Endings } from './endings.js';
export { EventHub, type RecordListener } from './event-hub.js';
export { publishActivity } from './publish-activity.js';
