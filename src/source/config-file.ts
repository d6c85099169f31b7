/** Where a repository decides for itself, the first that exists; the owner's `.github` repository has the same places. */
export const configFolder = ".github";
export const configNames = ["coderag.yml", "coderag.yaml"] as const;

/** Bytes; a configuration has some hundred. */
export const largestConfig = 64 * 1024;
