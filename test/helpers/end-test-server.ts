export { end as default } from "./test-server.ts";
