// The server behind `xpxlc mcp`.
export { GivenRows } from './given-rows.ts';
export { createMcp, type Mcp, type McpOptions } from './mcp-server.ts';
export { serveMcp } from './serve.ts';
