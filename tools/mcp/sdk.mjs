// What vendor/sdk.mjs has of the packages: the server's side for `solvent mcp`, the client's for its tests.
export {Client} from "@modelcontextprotocol/sdk/client/index.js";
export {StdioClientTransport} from "@modelcontextprotocol/sdk/client/stdio.js";
export {McpServer} from "@modelcontextprotocol/sdk/server/mcp.js";
export {StdioServerTransport} from "@modelcontextprotocol/sdk/server/stdio.js";
export {z} from "zod";
