/** One family of samples in the text format of Prometheus (version 0.0.4). */
export interface Metric {
  readonly name: string;
  readonly kind: "counter" | "gauge" | "histogram";
  /** One sentence. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Behind the family's name: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

/** Families without a sample are left out. */
export function exposition(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, kind, help, samples }) =>
    samples.length === 0
      ? []
      : [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${kind}`,
          ...samples.map(
            ({ suffix = "", labels = {}, value }) => `${name}${suffix}${braced(labels)} ${value}`,
          ),
        ],
  );
  return `${lines.join("\n")}\n`;
}

function braced(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replace(/[\\"\n]/g, (mark) => (mark === "\n" ? "\\n" : `\\${mark}`));
