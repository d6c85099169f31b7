export { end as default } from "./before-all.ts";
