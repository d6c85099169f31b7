import type { IncomingMessage } from "node:http";
import { WebFault } from "./fault.ts";
import { readBody } from "./read-body.ts";

/** The text of an answer that must be read to its end. */
export async function whole(
  response: IncomingMessage,
  types: readonly string[],
  most: number,
): Promise<string> {
  const { decode } = contentOf(response, types);
  const { bytes, cut } = await readBody(response, most);
  if (cut) throw new WebFault("too-large", "is too large");
  return decode(bytes);
}

/** Vets the head of an answer; closes the connection where it is not what was asked for. */
export function contentOf<Type extends string>(response: IncomingMessage, types: readonly Type[]) {
  const status = response.statusCode ?? 0;
  const [written = "", ...parameters] = (response.headers["content-type"] ?? "").split(";");
  const type = types.find((one) => one === written.trim().toLowerCase());
  if (status === 200 && type !== undefined) return { type, decode: decoder(parameters) };
  response.destroy();
  if (status === 200) throw new WebFault("type", "sends a kind of document that is not read");
  throw new WebFault("status", `answers ${status}`, { status });
}

function decoder(parameters: readonly string[]): (bytes: Buffer) => string {
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(one)?.[1])
    .find((one) => one !== undefined);
  return (bytes) => {
    const label =
      charset ??
      /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(bytes.toString("latin1", 0, 1024))?.[1];
    return new TextDecoder(isKnown(label) ? label : "utf-8").decode(bytes);
  };
}

function isKnown(label: string | undefined): label is string {
  try {
    return label !== undefined && new TextDecoder(label).encoding !== "";
  } catch {
    // A charset that nobody knows.
    return false;
  }
}

/** JSON, or a fault. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebFault("unreadable", "sends no valid JSON");
  }
}
