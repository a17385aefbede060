import { art, ArtKind } from "@daybook/images"
import { assert, describe, it } from "@effect/vitest"

const kinds = ArtKind.literals
/** Many different items: a maker has seven. */
const items = Array.from({ length: 20_000 }, (_, at) => ({
  kind: kinds[at % kinds.length] ?? "cover",
  title: `Title ${at}`,
  by: `Maker ${Math.floor(at / 7)}`,
}))
const pictures = items.map(({ by, kind, title }) => art(kind, title, by))

const paperOf = (svg: string) => /<rect width="100" height="\d+" fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? ""

describe("generated art", () => {
  it("is always the same for a title and its maker, in whatever case they are written", () => {
    assert.strictEqual(
      art("cover", "Low Water", "The Salt Roads"),
      art("cover", "low  WATER ", "the salt roads"),
    )
    assert.notStrictEqual(art("cover", "Low Water", "The Salt Roads"), art("cover", "Low Water", "Nightjar"))
    assert.notStrictEqual(art("poster", "Low Water"), art("book", "Low Water"))
    // The image of a stored address never changes.
    assert.include(art("place", "Fábrica"), 'viewBox="0 0 100 66"')
  })

  it("is small: 2.5 kB on average, and 14 kB at most", () => {
    const sizes = pictures.map((svg) => svg.length)
    assert.isBelow(sizes.reduce((sum, size) => sum + size, 0) / sizes.length, 2_500)
    assert.isBelow(Math.max(...sizes), 14_000)
  })

  it("is different for nearly all", () => {
    assert.isAtLeast(new Set(pictures).size, 19_990)
  })

  it("uses all 16 palettes evenly", () => {
    const counts = new Map<string, number>()
    for (let maker = 0; maker < 16_000; maker++) {
      const paper = paperOf(art("place", "Same", `Maker ${maker}`))
      counts.set(paper, (counts.get(paper) ?? 0) + 1)
    }
    assert.strictEqual(counts.size, 16)
    for (const [paper, count] of counts) assert.closeTo(count, 1_000, 140, paper)
  })

  it("gives all images of one maker the same inks", () => {
    const papers = ["One", "Two", "Three"].map((title) => paperOf(art("cover", title, "The Salt Roads")))
    assert.strictEqual(new Set(papers).size, 1)
  })

  it("never writes a name into the document", () => {
    const name = `"><script>alert(1)</script>`
    assert.notMatch(art("cover", name, name), /script|alert|&|"">/)
  })

  it("is well-formed: every element is closed, and every number is one", () => {
    for (const svg of pictures.slice(0, 1_000)) {
      assert.notMatch(svg, /NaN|undefined|Infinity/)
      const open: Array<string> = []
      for (const [, closing, name = "", empty] of svg.matchAll(/<(\/?)(\w+)(?: [\w:-]+="[^"<&]*")*(\/?)>/g)) {
        if (closing === "/") assert.strictEqual(open.pop(), name)
        else if (empty !== "/") open.push(name)
      }
      assert.deepStrictEqual(open, [])
      // All of the text is in elements that the pattern knows.
      assert.strictEqual(svg.replace(/<(\/?)(\w+)(?: [\w:-]+="[^"<&]*")*(\/?)>/g, ""), "")
    }
  })
})
