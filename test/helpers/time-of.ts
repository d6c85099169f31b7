/** Milliseconds of this thread alone: what else the machine does is no part of it. */
export async function timeOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
