export { type DecodedBody, decodeBody } from './decode-body.js';
