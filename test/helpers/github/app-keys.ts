import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { World } from "./world.ts";

/** The App's own keys, as its page at GitHub has them. */
export interface AppKeys {
  /** Generates a further key: the PEM that GitHub shows once. The others stay until they are deleted. */
  addKey(): string;
  /** Deletes a key: GitHub refuses whatever is signed with it. */
  deleteKey(pem: string): void;
}

export function createAppKeys({ keys }: Pick<World, "keys">): AppKeys {
  return {
    addKey() {
      const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
      keys.add(pair.publicKey);
      return pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    },
    deleteKey(pem) {
      const meant = createPublicKey(pem);
      for (const key of keys) if (key.equals(meant)) keys.delete(key);
    },
  };
}

/** A web token as the App makes them for itself. */
export function appToken(appId: number, pem: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const second = Math.floor(Date.now() / 1000);
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat: second - 30, exp: second + 300, iss: appId })}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), pem).toString("base64url")}`;
}
