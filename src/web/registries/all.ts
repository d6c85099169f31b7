import { cpp } from "./cpp.ts";
import { crates } from "./crates.ts";
import { go } from "./go.ts";
import { jsr } from "./jsr.ts";
import { maven } from "./maven.ts";
import { npm } from "./npm.ts";
import { nuget } from "./nuget.ts";
import { packagist } from "./packagist.ts";
import { pypi } from "./pypi.ts";
import type { Ecosystem, Registry } from "./registry.ts";
import { rubygems } from "./rubygems.ts";

/** The public registry of each ecosystem. */
export const registries: Readonly<Record<Ecosystem, Registry>> = {
  ...{ npm, pypi, crates, go, rubygems, packagist, maven, nuget, jsr, cpp },
};
