import { Html, html } from "./html.ts";

export interface Frame {
  readonly title: string;
  readonly body: Html;
  /** Seconds after which the browser asks again. */
  readonly again?: number | undefined;
}

/** A whole page: no script, nothing from elsewhere, light or dark as the reader has it. */
export const pageOf = ({ title, body, again }: Frame): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${again !== undefined && html`<meta http-equiv="refresh" content="${again}">`}
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;

const style = `
:root{color-scheme:light dark;--bg:#fff;--soft:#f6f8fa;--line:#d1d9e0;--fg:#1f2328;--muted:#59636e;--link:#0860ca;--green:#1a7f37;--red:#d1242f;--amber:#9a6700;--blue:#0969da}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--soft:#151b23;--line:#3d444d;--fg:#e6edf3;--muted:#9198a1;--link:#4493f8;--green:#3fb950;--red:#f85149;--amber:#d29922;--blue:#4493f8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:20px 24px 60px;background:var(--bg);color:var(--fg);font:14px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
h1{font-size:22px;font-weight:600;margin:8px 0 14px}h2{font-size:16px;margin:28px 0 8px}
code,pre,.step{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:12.5px}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:10px 12px;white-space:pre-wrap;margin:0}
.muted{color:var(--muted)}
nav{display:flex;gap:6px;flex-wrap:wrap;align-items:center;margin-bottom:14px}
nav a,nav b{border:1px solid var(--line);border-radius:2em;padding:2px 12px;font-weight:400;color:var(--fg)}nav b{background:var(--soft);font-weight:600}
form{margin-left:auto;display:flex;gap:6px}
input{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:6px;padding:2px 8px;width:220px}
button{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:2px 10px;cursor:pointer}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{font-weight:600;color:var(--muted);text-align:left;white-space:nowrap}
th,td{padding:6px 14px 6px 0;border-bottom:1px solid var(--line);vertical-align:baseline}
td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.short{white-space:nowrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0}dt{color:var(--muted)}dd{margin:0}
.state{white-space:nowrap;font-weight:600}
.state:before{content:"";display:inline-block;width:8px;height:8px;border-radius:50%;background:currentColor;margin-right:6px;vertical-align:1px}
.delivered,.done{color:var(--green)}.failed{color:var(--red)}.declined,.waiting,.queued{color:var(--amber)}.running{color:var(--blue)}.cancelled,.pending,.skipped{color:var(--muted)}
.bar{height:6px;border-radius:3px;background:var(--blue);min-width:2px}.failed .bar{background:var(--red)}
td.bars{width:34%;vertical-align:middle}
`;
