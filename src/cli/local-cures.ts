/** Where git itself refused: as a rule the repository is incomplete or damaged. By name, so that a help text loads no git. */
export function cureOfGit(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== "GitError") return undefined;
  const { remedy } = error as Error & { readonly remedy?: string };
  return remedy;
}

/** The folder of our own is closed to us, or the disk is full. */
export function cureOfDisk(error: unknown): string | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  if (isFull) return "Make room on the disk, or let CODERAG_HOME name a folder on another one.";
  const isClosed = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code ?? "");
  if (path === undefined || !(isClosed || (code === "ENOENT" && syscall === "mkdir"))) return undefined;
  return "Let CODERAG_HOME name a folder that the user who starts this may write.";
}
