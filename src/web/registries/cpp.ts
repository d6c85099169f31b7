import { WebFault } from "../fault.ts";
import type { Registry } from "./registry.ts";

/** C and C++ have several registries that call things differently, and none of them is everybody's: nobody is asked. */
export const cpp: Registry = {
  name: /^[A-Za-z\d][\w.+-]{0,100}$/,
  page: () => undefined,
  find: () => Promise.reject(new WebFault("unreachable", "is in no one registry")),
};
