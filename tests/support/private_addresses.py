"""The ways by which a page has made a renderer fetch from a private network.

Of projects that were attacked (Firecrawl, Crawl4AI, PlaywrightCapture and others), and of what
Chromium does of itself. In the markup SECRET is an address of the private server, PORT its port;
private_servers.py has that server.
"""

_WORKER = "new Worker(URL.createObjectURL(new Blob([%r])))"
SPECULATION = '{"%s": [{"source": "list", "urls": ["SECRET"], "eagerness": "immediate"}]}'
_OFFER = """<script>
const peer = new RTCPeerConnection({iceServers: [{urls: "%s", username: "a", credential: "b"}]});
peer.createDataChannel("x");
peer.createOffer().then((offer) => peer.setLocalDescription(offer));
</script>"""

# Name -> markup of a page that tries.
PAGES = {
    "image": "<img src=SECRET>",
    "image of another scheme": "<img src=SECURE>",
    "image by redirect": "<img src=/away>",
    "image by two redirects": "<img src=/further>",
    "style sheet": "<link rel=stylesheet href=SECRET>",
    "background": "<body style='background: url(SECRET)'>",
    "font": "<style>@font-face {font-family: F; src: url(SECRET)} h1 {font-family: F}</style>",
    "script": "<script src=SECRET></script>",
    "module": "<script type=module>import 'SECRET'</script>",
    "object, embed": "<object data=SECRET></object><embed src=SECRET>",
    "video": "<video src=SECRET autoplay></video>",
    "favicon": "<link rel=icon href=SECRET>",
    "manifest": "<link rel=manifest href=SECRET>",
    "frame": "<iframe src=SECRET></iframe>",
    "frame by redirect": "<iframe src=/away></iframe>",
    "frame in a sandbox": "<iframe sandbox=allow-scripts srcdoc='<img src=SECRET>'></iframe>",
    "frame of data": "<iframe src='data:text/html,<img src=SECRET>'></iframe>",
    "frame of a blob": "<script>const f = document.createElement('iframe');"
    "f.src = URL.createObjectURL(new Blob(['<img src=SECRET>'], {type: 'text/html'}));"
    "document.head.append(f)</script>",
    "frame of javascript": """<iframe src="javascript:'<img src=SECRET>'"></iframe>""",
    "fetch": "<script>fetch('SECRET', {mode: 'no-cors'})</script>",
    "fetch by redirect": "<script>fetch('/away', {mode: 'no-cors', keepalive: true})</script>",
    "XMLHttpRequest": "<script>let x = new XMLHttpRequest(); x.open('GET', 'SECRET');"
    "x.send()</script>",
    "beacon": "<script>navigator.sendBeacon('SECRET', 'x')</script>",
    "event source": "<script>new EventSource('SECRET')</script>",
    "web socket": "<script>new WebSocket('SOCKET')</script>",
    "ping": "<a id=a ping=SECRET href='#x'>x</a><script>a.click()</script>",
    "script goes there": "<script>location = 'SECRET'</script>",
    "script goes there later": "<script>setTimeout(() => location = 'SECRET', 100)</script>",
    "refresh": "<meta http-equiv=refresh content='0; url=SECRET'>",
    "form": "<form action=SECRET method=post></form><script>document.forms[0].submit()</script>",
    "form in a new window": "<form action=SECRET method=post target=_blank></form>"
    "<script>document.forms[0].submit()</script>",
    "new window": "<script>window.open('SECRET'); window.open('SECRET', '', 'noopener')</script>",
    "download": "<a id=a download href=SECRET>x</a><script>a.click()</script>",
    "worker": f"<script>{_WORKER % 'fetch(`SECRET`, {mode: `no-cors`})'}</script>",
    "worker, importScripts": f"<script>{_WORKER % 'importScripts(`SECRET`)'}</script>",
    "worker, web socket": f"<script>{_WORKER % 'new WebSocket(`SOCKET`)'}</script>",
    "shared worker": "<script>new SharedWorker('/worker.js')</script>",
    "service worker": "<script>navigator.serviceWorker.register('/worker.js')</script>",
    "prefetch": "<link rel=prefetch href=SECRET>",
    "preload": "<link rel=preload as=script href=SECRET>",
    "preconnect": "<link rel=preconnect href=SECRET>",
    "preconnect, https": "<link rel=preconnect href=SECURE>",
    "dns-prefetch": "<link rel=dns-prefetch href=SECRET>",
    "prerender by link": "<link rel=prerender href=SECRET>",
    "speculation rules, prefetch": "<script type=speculationrules>%s</script>"
    % (SPECULATION % "prefetch"),
    "speculation rules, prerender": "<script type=speculationrules>%s</script>"
    % (SPECULATION % "prerender"),
    "WebTransport": "<script>new WebTransport('https://127.0.0.1:PORT/')</script>",
    "WebRTC, STUN": _OFFER % "stun:127.0.0.1:PORT",
    "WebRTC, TURN": _OFFER % "turn:127.0.0.1:PORT",
    "WebRTC, TURN by TCP": _OFFER % "turn:127.0.0.1:PORT?transport=tcp",
}

# Name -> header of a page that tries, and its value.
HEADERS = {
    "speculation rules by header": ("Speculation-Rules", '"/rules.json"'),
    "preload by header": ("Link", "<SECRET>; rel=preload; as=script"),
    "preconnect by header": ("Link", "<SECRET>; rel=preconnect"),
    "prefetch by header": ("Link", "<SECRET>; rel=prefetch"),
    "refresh by header": ("Refresh", "0; url=SECRET"),
    "policy reports": ("Content-Security-Policy-Report-Only", "img-src 'none'; report-uri SECRET"),
}

# Name -> address of a private host.
ADDRESSES = {
    "IPv4": "http://127.0.0.1:PORT/",
    "decimal": "http://2130706433:PORT/",
    "hexadecimal": "http://0x7f000001:PORT/",
    "octal": "http://0177.0.0.1:PORT/",
    "short": "http://127.1:PORT/",
    "zero": "http://0:PORT/",
    "full-width digits": "http://１２７.０.０.１:PORT/",
    "another of the loopback": "http://127.9.9.9:PORT/",
    "localhost": "http://localhost:PORT/",
    "localhost with a dot": "http://localhost.:PORT/",
    "localhost in capitals": "http://LOCALHOST:PORT/",
    "under localhost": "http://a.localhost:PORT/",
    "IPv6": "http://[::1]:PORT/",
    "IPv6, unspecified": "http://[::]:PORT/",
    "IPv6, mapped": "http://[::ffff:127.0.0.1]:PORT/",
    "IPv6, mapped in hexadecimal": "http://[::ffff:7f00:1]:PORT/",
    "IPv6, compatible": "http://[::127.0.0.1]:PORT/",
    "IPv6, NAT64": "http://[64:ff9b::7f00:1]:PORT/",
    "IPv6, local NAT64": "http://[64:ff9b:1::7f00:1]:PORT/",
    "IPv6, 6to4": "http://[2002:7f00:1::]:PORT/",
    "IPv6, Teredo": "http://[2001:0:7f00:1::]:PORT/",
    "IPv6, link-local": "http://[fe80::1]:PORT/",
    "IPv6, private": "http://[fc00::1]:PORT/",
    "IPv6, site-local": "http://[fec0::1]:PORT/",
    "IPv6, segment routing": "http://[5f00::1]:PORT/",
    "IPv6, documentation": "http://[3fff::1]:PORT/",
    "IPv6, translated": "http://[::ffff:0:127.0.0.1]:PORT/",
    "IPv6, unassigned": "http://[4000::1]:PORT/",
    "private network": "http://10.0.0.1:PORT/",
    "metadata": "http://169.254.169.254/latest/meta-data/",
    "metadata of Azure": "http://168.63.129.16/",
    "metadata of Alibaba": "http://100.100.100.200/",
    "metadata, IPv6": "http://[fd00:ec2::254]/",
    "metadata of Google, IPv6": "http://[fd20:ce::254]/",
    "metadata of OpenStack, IPv6": "http://[fe80::a9fe:a9fe]/",
    "scheme in capitals": "HTTP://127.0.0.1:PORT/",
    "credentials before": "http://user:password@127.0.0.1:PORT/",
    "public before @": "http://example.com@127.0.0.1:PORT/",
    "https": "https://127.0.0.1:PORT/",
    "a public name": "http://intranet.example:PORT/",
    "a public name, https": "https://intranet.example:PORT/",
    "public and private at once": "http://both.example:PORT/",
    "port of no web server": "http://93.184.216.34:25/",
    "file": "file:///etc/passwd",
    "data": "data:text/html,<p>x",
    "javascript": "javascript:alert(1)",
    "blob": "blob:http://127.0.0.1:PORT/x",
    "ftp": "ftp://127.0.0.1:PORT/",
    "view-source": "view-source:http://127.0.0.1:PORT/",
    "chrome": "chrome://version",
}
