/** The page's whole appearance: system fonts, no address, light and dark by the reader's own setting. */
export const style = `
:root{color-scheme:light dark;--bg:#fff;--soft:#f6f8fa;--line:#d1d9e0;--fg:#1f2328;--muted:#59636e;--link:#0860ca;
--code:#818b981f;--green:#1a7f37;--red:#d1242f;--grey:#59636e;--violet:#8250df;--amber:#9a6700;
--add:#dafbe1;--add2:#aceebb;--addn:#b8f1c5;--del:#ffebe9;--del2:#ffcecb;--deln:#ffd7d5;--hunk:#ddf4ff;--flash:#fff8c5;--flashline:#d4a72c66;
--g0:#dafbe1;--g0l:#2da44e;--g1:#ddf4ff;--g1l:#218bff;--g2:#ffe8cc;--g2l:#e8590c;--g3:#fbefff;--g3l:#a475f9;--g4:#ffeff7;--g4l:#e85aad;--g5:#eaeef2;--g5l:#6e7781}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--soft:#151b23;--line:#3d444d;--fg:#e6edf3;--muted:#9198a1;--link:#4493f8;
--code:#656c7640;--green:#3fb950;--red:#f85149;--grey:#9198a1;--violet:#ab7df8;--amber:#d29922;
--add:#12261e;--add2:#1c5a31;--addn:#1a3c28;--del:#25171c;--del2:#792e2e;--deln:#4a2026;--hunk:#12223b;--flash:#272115;--flashline:#7a5a14;
--g0:#12261e;--g0l:#3fb950;--g1:#10233d;--g1l:#388bfd;--g2:#33200f;--g2l:#db6d28;--g3:#241a3a;--g3l:#8957e5;--g4:#331a2a;--g4l:#bf4b8a;--g5:#21262d;--g5l:#8b949e}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:14px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif,"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji";overflow-wrap:break-word}
a,.link{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre,.diff,.path,.branch,svg text{font-family:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
.top{background:var(--soft);border-bottom:1px solid var(--line);padding:14px 0 0}
.in{max-width:1080px;margin:0 auto;padding:0 24px}
.repository{font-size:16px}.repository b{font-weight:600}.repository span{color:var(--muted);padding:0 4px}
.tabs{display:flex;gap:4px;margin-top:10px;flex-wrap:wrap}.tabs a{color:var(--fg);padding:6px 10px 10px;border-bottom:2px solid transparent}.tabs a:hover{text-decoration:none;border-color:var(--line)}
.count{background:var(--code);border-radius:2em;padding:1px 7px;font-size:12px;margin-left:4px}
.notice{background:var(--flash);border:1px solid var(--flashline);border-radius:6px;padding:10px 14px;margin:20px 0 0;white-space:pre-line}
section{padding:24px 0 8px}section+section{border-top:1px solid var(--line);margin-top:24px}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:20px 0 10px;font-weight:600}
.title{font-size:28px;font-weight:400;margin:0 0 8px;overflow-wrap:anywhere}.title span{color:var(--muted);font-weight:300}
h2{font-size:20px;margin:0 0 4px}
.muted{color:var(--muted)}p.muted{margin:0 0 14px}.pad{padding:10px 14px;margin:0!important}
.meta{display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;color:var(--muted);margin:0 0 20px}.meta b{color:var(--fg);font-weight:600}
.pill{color:#fff;border-radius:2em;padding:4px 12px;font-weight:500;background:#1f883d}.pill.draft{background:#59636e}.pill.issue{background:#1f883d}
.branch{background:var(--hunk);color:var(--link);border-radius:6px;padding:1px 6px;font-size:12px;overflow-wrap:anywhere}
.sha{font-size:12px}
.talk{position:relative;max-width:940px}
.talk:before{content:"";position:absolute;top:0;bottom:0;left:76px;width:2px;background:var(--line)}
.say{display:flex;gap:16px;position:relative;margin-bottom:16px}
.avatar{flex:none;width:40px;height:40px;border-radius:50%;color:#fff;font-weight:600;font-size:17px;display:flex;align-items:center;justify-content:center;background:#57606a}
.avatar.app{border-radius:8px;background:#32383f}
.a0{background:#0969da}.a1{background:#8250df}.a2{background:#bf3989}.a3{background:#9a6700}.a4{background:#1a7f37}.a5{background:#bc4c00}
.bubble{flex:1;min-width:0;border:1px solid var(--line);border-radius:6px;background:var(--bg)}
.by{background:var(--soft);border-bottom:1px solid var(--line);border-radius:6px 6px 0 0;padding:7px 14px;color:var(--muted)}
.by b{color:var(--fg);font-weight:600}
.tag{border:1px solid var(--line);border-radius:2em;padding:0 7px;font-size:12px;font-weight:500;margin-left:2px}
.text{padding:14px}.text>:first-child{margin-top:0}.text>:last-child{margin-bottom:0}
.text{unicode-bidi:isolate}
.text p,.text ul,.text ol,.text table,.text pre,.text blockquote,.text details,.diagram,.alert{margin:0 0 14px}
.text ul,.text ol{padding-left:2em}.text li+li{margin-top:3px}.text li>p{margin:8px 0}.text li>ul,.text li>ol{margin:3px 0 0}
.text li.task{list-style:none}.task input{margin:0 5px 0 -1.5em;vertical-align:-1px}
.text h3.h1{font-size:22px;padding-bottom:6px;border-bottom:1px solid var(--line)}.text h4.h2{font-size:18px;padding-bottom:5px;border-bottom:1px solid var(--line)}
.text h5.h3{font-size:16px}.text h6{font-size:14px}
.text h6.h5,.text h6.h6{color:var(--muted)}
.text blockquote{border-left:4px solid var(--line);color:var(--muted);padding:0 14px}
blockquote>:last-child,.alert>:last-child{margin-bottom:0!important}
.text hr{border:0;border-top:3px solid var(--line);margin:20px 0}
.text code{background:var(--code);border-radius:6px;padding:2px 5px;font-size:85%;white-space:break-spaces}
.text pre{background:var(--soft);border-radius:6px;padding:12px 14px;overflow:auto;line-height:1.45;font-size:85%}
.text pre code{background:none;padding:0;font-size:100%;white-space:pre}
.text summary{cursor:pointer}.text details[open]>summary{margin-bottom:8px}
.wide{overflow-x:auto}.text .wide{margin:0 0 14px}.text .wide table{margin:0}
.text table{border-collapse:collapse;width:max-content;max-width:100%}.text th,.text td{border:1px solid var(--line);padding:5px 12px;text-align:left;vertical-align:top}
.text th{font-weight:600}.text tr:nth-child(2n){background:var(--soft)}.text th.center,.text td.center{text-align:center}.text th.right,.text td.right{text-align:right}
sub{font-size:85%;color:var(--muted);vertical-align:baseline}
.picture{border:1px dashed var(--line);border-radius:6px;padding:0 6px;color:var(--muted)}
.alert{border-left:4px solid var(--link);padding:6px 14px}.alert-title{font-weight:600;color:var(--link);margin-bottom:4px!important}
.alert.tip{border-color:var(--green)}.tip .alert-title{color:var(--green)}.alert.important{border-color:var(--violet)}.important .alert-title{color:var(--violet)}
.alert.warning{border-color:var(--amber)}.warning .alert-title{color:var(--amber)}.alert.caution{border-color:var(--red)}.caution .alert-title{color:var(--red)}
.reactions{padding:0 14px 12px;display:flex;gap:6px;flex-wrap:wrap}.reactions span{border:1px solid var(--line);border-radius:2em;padding:1px 9px;font-size:13px;background:var(--soft)}
pre .ins{background:var(--add);color:var(--green)}pre .del{background:var(--del);color:var(--red)}
.diagram{overflow-x:auto;border:1px solid var(--line);border-radius:6px;padding:10px;text-align:center}
svg{max-width:100%;height:auto;vertical-align:middle}svg.large{max-width:none}svg text{font-size:12px;text-anchor:middle;fill:var(--fg)}
.box rect{fill:var(--soft);stroke:var(--line)}
.box.green rect{fill:var(--g0);stroke:var(--g0l)}.box.blue rect{fill:var(--g1);stroke:var(--g1l)}.box.orange rect{fill:var(--g2);stroke:var(--g2l)}.box.violet rect{fill:var(--g3);stroke:var(--g3l)}.box.pink rect{fill:var(--g4);stroke:var(--g4l)}.box.grey rect{fill:var(--g5);stroke:var(--g5l)}
.edge{fill:none;stroke:var(--muted);stroke-width:1.4}.dashed{stroke-dasharray:5 4}.head{fill:var(--muted)}
.label rect{fill:var(--bg)}.label text{font-size:11px;fill:var(--muted)}
.plus{color:var(--green);font-weight:600}.minus{color:var(--red);font-weight:600}
.file{border:1px solid var(--line);border-radius:6px;margin:0 0 16px;overflow:hidden}
.file>summary{background:var(--soft);padding:8px 14px;cursor:pointer;display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px}
.file[open]>summary{border-bottom:1px solid var(--line)}
.file>summary:before{content:"▸";color:var(--muted);font-size:12px;width:10px}.file[open]>summary:before{content:"▾"}.file>summary::-webkit-details-marker{display:none}
.path{font-size:12.5px;font-weight:600;overflow-wrap:anywhere}.kind{border:1px solid var(--line);border-radius:2em;padding:0 8px;font-size:12px;color:var(--muted)}
.stat{margin-left:auto;font-size:12px;white-space:nowrap}.squares{margin-left:8px}.squares i{display:inline-block;width:8px;height:8px;margin-left:2px;background:var(--line);border-radius:1px}.squares .a{background:var(--green)}.squares .r{background:var(--red)}
.diff{border-collapse:collapse;width:100%;font-size:12px;line-height:20px;tab-size:4}
.diff td{padding:0;vertical-align:top}.diff .n{width:1%;min-width:44px;padding:0 8px;text-align:right;color:var(--muted);user-select:none;white-space:nowrap}
.diff .s{width:18px;text-align:center;user-select:none;color:var(--muted)}.diff .c{white-space:pre-wrap;overflow-wrap:anywhere;padding-right:12px}
.add{background:var(--add)}.add .n{background:var(--addn);color:var(--fg)}.diff tr.del{background:var(--del)}.diff tr.del .n{background:var(--deln);color:var(--fg)}
.hunk{background:var(--hunk);color:var(--muted)}.hunk td{padding-top:3px;padding-bottom:3px}.note .c{color:var(--muted);font-style:italic}
mark{background:var(--add2);color:inherit;border-radius:3px}tr.del mark{background:var(--del2)}
.unseen{border:1px solid var(--red);color:var(--red);border-radius:3px;font-size:10px;padding:0 2px;margin:0 1px}
.foot{color:var(--muted);font-size:12px;padding:16px 0 40px}
@media (max-width:720px){.in{padding:0 12px}.avatar{width:28px;height:28px;font-size:13px}.say{gap:8px}.talk:before{left:46px}.title{font-size:22px}svg{max-width:none}}
@media print{.file{break-inside:auto}.talk:before{display:none}}
`;
