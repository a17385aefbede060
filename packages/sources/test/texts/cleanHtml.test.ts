import { imagesIn, withImages } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Parser } from "htmlparser2"
import { Html } from "../../src/index.ts"

const clean = (html: string, url = "https://magazine.example/2024/tides") => Html.cleanHtml(html, url)

/** Payloads that ran scripts somewhere once: of the OWASP list, of mutations in browsers, and of odd protocols. */
const hostile: ReadonlyArray<string> = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img src=x:alert(alt) onerror=eval(src) alt=1>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
  '<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  "<template><img src=x onerror=alert(1)></template>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "<iframe src=javascript:alert(1)>",
  "<object data=javascript:alert(1)>",
  "<embed src=javascript:alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  '<a href="  JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript&#0000058alert(1)">x</a>',
  "<a href=vbscript:msgbox(1)>x</a>",
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="view-source:javascript:alert(1)">x</a>',
  "<a href=blob:https://magazine.example/1>x</a>",
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="javascript:alert(1) 2x, data:text/html,x 3x">',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  "<style>@import 'https://evil.example/x.css'; p { background: url(https://evil.example/t) }</style><p>x",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//"><a href=x>x</a>',
  "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
  "<input onfocus=alert(1) autofocus>",
  "<details open ontoggle=alert(1)>x</details>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<body onload=alert(1)>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<?xml version=1?><img src=x onerror=alert(1)>",
  "<p title='\"><img src=x onerror=alert(1)>'>x</p>",
  "<img alt='\"><svg onload=alert(1)>' src=https://img.example/a.png>",
  "<img src='https://img.example/a.png\" onerror=\"alert(1)'>",
  "<table background=javascript:alert(1)><td background=javascript:alert(1)>x",
  "<isindex type=image src=1 onerror=alert(1)>",
  "<x onclick=alert(1) contenteditable>x</x>",
  "<a href=# id=x name=innerHTML>x</a>",
]

const may: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["href", "title", "rel"],
  img: ["src", "alt", "title", "width", "height"],
  abbr: ["title"],
  dfn: ["title"],
  time: ["datetime"],
  ol: ["start", "reversed"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope"],
}

/** Reads the result as its own parser does, and refuses whatever is not on the list. */
const assertHarmless = (html: string) => {
  const parser = new Parser({
    onopentag: (name, attributes) => {
      assert.notMatch(
        name,
        /script|style|svg|math|iframe|object|embed|form|input|base|link|meta|template|x$/,
        html,
      )
      for (const [key, value] of Object.entries(attributes)) {
        assert.include([...(may[name] ?? []), "lang", "dir"], key, html)
        if (key === "href") assert.match(value, /^(?:https?:\/\/|mailto:)/, html)
        if (key === "src") assert.match(value, /^https?:\/\//, html)
      }
    },
  })
  parser.end(html)
}

describe("the cleaned HTML of an article", () => {
  it("contains nothing that runs, frames or styles, for any input, nested or not", () => {
    for (const one of hostile) {
      assertHarmless(clean(one))
      assertHarmless(clean(clean(one)))
      for (const other of hostile) assertHarmless(clean(`<div>${one}<p>${other}`))
    }
  })

  it.prop(
    "is itself cleaned again, and harmless",
    {
      parts: Schema.Array(
        Schema.Literals([
          "<",
          ">",
          '"',
          "'",
          "&lt;",
          "&",
          "p",
          "<p>",
          "</p>",
          "<a href=",
          "<img src=",
          "<svg>",
          "</svg>",
          "javascript:",
          "x",
          " ",
          "<!--",
          "-->",
          "<style>",
          "</style>",
          "onerror=",
          "<math>",
          "https://a.example/",
        ]),
      ),
    },
    ({ parts }) => {
      const once = clean(parts.join(""))
      assertHarmless(once)
      assert.strictEqual(clean(once), once)
    },
    { arbitrary: { runs: 200 } },
  )

  it("keeps the article: headings, lists, tables, code, emphasis, languages", () => {
    const article =
      '<h2 lang="de">Salz</h2><p>Ein <em>Satz</em> mit <code>a &lt; b</code>.</p>' +
      '<ol start="3"><li>drei</li></ol><table><tbody><tr><td colspan="2">x</td></tr></tbody></table>' +
      "<figure><figcaption>Bild</figcaption></figure><pre>  so\n  da</pre>"
    assert.strictEqual(clean(article), article)
    assert.strictEqual(clean('<p class="a" id="b" data-x="1" style="color:red">x</p>'), "<p>x</p>")
    assert.strictEqual(clean("<article><font color=red>x</font><unknown>y</unknown></article>"), "xy")
  })

  it("has whole addresses, whatever its page says about its base", () => {
    const link = (href: string, url?: string) =>
      /href="([^"]*)"/.exec(clean(`<base href=https://evil.example/><a href="${href}">x</a>`, url))?.[1]
    assert.strictEqual(link("../about?a=1&amp;b=2#c"), "https://magazine.example/about?a=1&amp;b=2#c")
    assert.strictEqual(link("//other.example/x"), "https://other.example/x")
    assert.strictEqual(link("#note"), "https://magazine.example/2024/tides#note")
    assert.strictEqual(link("mailto:ida@letters.example"), "mailto:ida@letters.example")
    assert.isUndefined(link("/relative", "mailto:letter@letters.example"))
    assert.isUndefined(link("http://"))
    assert.include(clean('<a href="https://a.example/">x</a>'), 'rel="noopener noreferrer"')
  })

  it("has the real images of pages that load them late, and no trackers", () => {
    const images = (html: string) => imagesIn(clean(html))
    assert.deepStrictEqual(images('<img src="/a.jpg?x=1&amp;y=2" onload=x>'), [
      "https://magazine.example/a.jpg?x=1&y=2",
    ])
    assert.deepStrictEqual(images('<img src="data:image/gif;base64,R0" data-src="b.jpg">'), [
      "https://magazine.example/2024/b.jpg",
    ])
    assert.deepStrictEqual(images('<img srcset="s.jpg 320w, l,arge.jpg 1200w">'), [
      "https://magazine.example/2024/l,arge.jpg",
    ])
    for (const tracker of [
      '<img src="https://a.example/x.gif" width="1" height="1">',
      '<img src="https://a.example/x.gif" style="display:none">',
      '<img src="https://a.example/x.gif" style="border:0;width:1px">',
      '<img src="https://pixel.wp.example/g.gif?host=x">',
      '<img src="https://list.example/track/open.php?u=1">',
      '<img src="https://www.google-analytics.com/collect?v=1">',
    ]) {
      assert.strictEqual(clean(`<p>x${tracker}</p>`), "<p>x</p>", tracker)
    }
    assert.lengthOf(images('<img src="https://a.example/pixelated-trackside.jpg" width="640">'), 1)
  })

  it("shows images at other addresses, or without one", () => {
    const html = clean(
      '<img src="/a.jpg?x=1&amp;y=2" alt="A &quot;tide&quot;" width="3000"><img src="/b.jpg" alt="b">',
    )
    const shown = withImages(html, (url) =>
      url.includes("a.jpg?x=1&y") ? '/v1/images/"1"/large' : undefined,
    )
    assert.strictEqual(
      shown,
      '<img src="/v1/images/&quot;1&quot;/large" alt="A &quot;tide&quot;" width="3000" /><img alt="b" />',
    )
    assertHarmless(shown.replaceAll('src="/', 'src="https://x/'))
  })

  it("is made in bounded time and depth of a page made to hurt", () => {
    const deep = clean("<div>".repeat(200_000) + "x")
    assert.isBelow(deep.split("<div>").length, 100)
    for (const piece of ["<p title='", "<a href=", "&", "<!--", "<![CDATA[", '<img srcset="a 1x, ', " ,"]) {
      assertHarmless(clean(piece.repeat(50_000)))
    }
  })
})
