const generatedPaths =
  /(?:^|\/)(?:node_modules|bower_components|vendor|vendored|third_party|third-party|dist|__snapshots__|__generated__|generated|gen)\/|(?:^|\/)priv\/static\/.*\.(?:[cm]?js|css)$|\.min\.(?:js|css|mjs)$|\.(?:map|snap|pb\.go|pb\.cc|pb\.h|g\.dart|freezed\.dart|designer\.cs)$|_pb2(?:_grpc)?\.pyi?$|\.generated\.[^/.]+$/;

const vendoredPaths = /(?:^|\/)(?:node_modules|bower_components|vendor|vendored|third_party|third-party)\//;

const lockFiles =
  /(?:^|\/)(?:[^/]*[-.]lock(?:\.(?:json|ya?ml))?|bun\.lockb|gradle\.lockfile|npm-shrinkwrap\.json|go(?:\.work)?\.sum)$/i;

/** True for a path that by its name is generated, vendored or minified. */
export function isGenerated(path: string): boolean {
  return generatedPaths.test(path.toLowerCase());
}

/** True for a path that by its name was taken from elsewhere. */
export function isVendored(path: string): boolean {
  return vendoredPaths.test(path.toLowerCase());
}

/** True for a path that by its name is made from other files of its repository, and not taken from elsewhere. */
export function isBuilt(path: string): boolean {
  return isGenerated(path) && !isVendored(path);
}

/** True for a file that a package manager writes: what stands in it is decided elsewhere. */
export function isLockFile(path: string): boolean {
  return lockFiles.test(path);
}
