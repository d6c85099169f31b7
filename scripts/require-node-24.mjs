// First line of every npm script: says plainly what is missing instead of failing on the first type annotation.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `CodeRAG runs on Node 24 or newer; this is Node ${process.versions.node} on ${process.platform}-${process.arch}.\n` +
      "On Linux x64 and arm64 `npm ci` brings Node 24 along as an optional package: run `npm ci` without\n" +
      "`--omit=optional`. Elsewhere install Node 24 (https://nodejs.org) and run the command again.",
  );
  process.exit(1);
}
