import { webhookPath } from "../../app/server.ts";
import { type DeliveryAttempt, failedBy, type Hook } from "../../github/deliveries.ts";
import type { Check } from "./check.ts";

const onThePage = "On the App's page";

/** Where GitHub delivers to, as far as it can be told from here. */
export function checkHook(hook: Hook | undefined): Check {
  const name = "webhook";
  if (hook === undefined)
    return {
      ...{ name, state: "failed", detail: "the App has none: commands do not arrive" },
      cure: `${onThePage} tick Active below Webhook, and name https://YOUR-HOST${webhookPath}.`,
    };
  const { url, contentType, checksTls, signs } = hook;
  if (!signs)
    return {
      ...{ name, state: "failed", detail: "without a secret, so every delivery is refused" },
      cure: `${onThePage} set the webhook's secret to WEBHOOK_SECRET.`,
    };
  if (contentType !== "json")
    return {
      ...{ name, state: "failed", detail: `sends ${contentType}, so every delivery is refused` },
      cure: "Set its content type to application/json: PATCH /app/hook/config of GitHub's API.",
    };
  const address = URL.parse(url);
  if (address?.pathname !== webhookPath)
    return {
      ...{ name, state: "warning", detail: `delivers to ${url}, and the server listens at ${webhookPath}` },
      cure: `${onThePage} name https://YOUR-HOST${webhookPath}, unless a proxy in between knows the way.`,
    };
  if (address.protocol !== "https:" || !checksTls)
    return {
      ...{
        name,
        state: "warning",
        detail: `delivers to ${url} without ${checksTls ? "TLS" : "a look at the certificate"}`,
      },
      cure: `${onThePage} name an address with https, and enable SSL verification.`,
    };
  return { name, state: "ok", detail: `delivers to ${url}` };
}

/** What became of the newest deliveries, by the attempts at them, newest first. What was wrong may be over. */
export function checkDeliveries(attempts: readonly DeliveryAttempt[]): Check {
  const name = "deliveries";
  const all = new Set(attempts.map(({ guid }) => guid)).size;
  if (all === 0) return { name, state: "ok", detail: "none in the last three days" };
  const failed = [...failedBy(attempts).values()].map(({ newest }) => newest);
  const newest = attempts.find((attempt) => failed.includes(attempt));
  if (!newest) return { name, state: "ok", detail: `the newest ${all} arrived` };
  const { deliveredAt, status, result } = newest;
  const answer = status > 0 ? `answered ${status}` : result;
  return {
    ...{ name, state: "warning" },
    detail: `${failed.length} of the newest ${all} did not arrive, the last of them on ${deliveredAt}: ${answer}`,
    cure: `${cureOf(status)} A running server asks GitHub for them again; by hand: on the App's page, Advanced, Recent Deliveries, Redeliver.`,
  };
}

/** By what the one who answered said; it need not have been our server. */
function cureOf(status: number): string {
  const cures: Readonly<Record<number, string>> = {
    400: "Whoever answers there is not this server, or does not pass the headers on.",
    401: "Set WEBHOOK_SECRET to the secret on the App's page, and restart.",
    404: `Compare the path of the webhook with ${webhookPath}, and what the proxy makes of it.`,
    413: "Let the proxy pass bodies of up to 25 MB.",
    415: "Set the webhook's content type to application/json.",
    500: "The server's log says why.",
    503: "Look at the database: the log of the server says more.",
  };
  if (status >= 300 && status < 400)
    return "Name the last address on the App's page: GitHub follows no redirects.";
  if (status >= 500)
    return cures[status] ?? "The proxy does not reach the server: start it, or correct the proxy.";
  return (
    cures[status] ??
    "Compare the webhook's address with where the server can be reached from outside: name, firewall, certificate."
  );
}
