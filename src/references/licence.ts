/**
 * What a repository's licence lets us do with its code. By SPDX identifier as GitHub recognises the licence file; what
 * GitHub does not recognise is treated as none.
 */
export type LicenceUse =
  /** Its code may enter a prompt, with licence and source. */
  | "code"
  /** Only what it does may be told: its README, its structure, which API it calls. */
  | "facts"
  /** No licence, or none that was recognised: nobody gave leave to copy, so no model is ever shown any of its code. */
  | "none";

/** Permissive licences: copying with attribution is allowed in any project. */
export const usualLicences: readonly string[] = [
  ...["MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause-Clear", "0BSD", "ISC"],
  ...[
    "Unlicense",
    "CC0-1.0",
    "BSL-1.0",
    "Zlib",
    "WTFPL",
    "NCSA",
    "PostgreSQL",
    "UPL-1.0",
    "MS-PL",
    "AFL-3.0",
  ],
];

const withoutAttribution: ReadonlySet<string> = new Set(["0BSD", "CC0-1.0", "MIT-0", "UNLICENSE", "WTFPL"]);

/** Whether who copies code has to say whose it is. */
export function asksForAttribution(spdx: string | undefined): boolean {
  return !withoutAttribution.has((spdx ?? "").trim().toUpperCase());
}

const unknown: ReadonlySet<string> = new Set(["NOASSERTION", "OTHER", "NONE", ""]);

/** `allowed` are SPDX identifiers, in any case. */
export function licenceUse(spdx: string | undefined, allowed: readonly string[] = usualLicences): LicenceUse {
  const name = (spdx ?? "").trim().toUpperCase();
  if (unknown.has(name)) return "none";
  return allowed.some((one) => one.toUpperCase() === name) ? "code" : "facts";
}
