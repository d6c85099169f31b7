import { cpus, loadavg } from "node:os";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const loadAtStart = loadavg()[0]!;

/** Where and when figures were taken, with the load average before and after: other work on the machine spoils them. */
export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown";
  const load = `load average ${loadAtStart.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`;
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${model}, Node ${process.versions.node}, ${load}`;
}
