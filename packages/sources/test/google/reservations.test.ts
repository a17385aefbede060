import { describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { reservationsIn } from "../../src/google/reservations.ts"
import { reservation, script } from "./feeds.samples.ts"

const one = reservation("R1")
const two = reservation("R2")

const numbers = (html: string) => reservationsIn(html).map(({ reservationNumber }) => reservationNumber)

describe("the reservations of an email", () => {
  const forms: ReadonlyArray<[string, string, ReadonlyArray<string>]> = [
    ["by itself", script(one), ["R1"]],
    ["in a list", script([one, two]), ["R1", "R2"]],
    ["in a list in a list", script([[one], [[two]]]), ["R1", "R2"]],
    [
      "in a graph",
      script({ "@context": "https://schema.org", "@graph": [{ "@type": "Person" }, one] }),
      ["R1"],
    ],
    ["in a package", script({ "@type": "ReservationPackage", subReservation: [one, two] }), ["R1", "R2"]],
    ["in two scripts", `<p>${script(one)}</p>${script(two)}`, ["R1", "R2"]],
    ["with other types", script({ ...one, "@type": ["Thing", "EventReservation"] }), ["R1"]],
    ["with the type's address", script({ ...one, "@type": "https://schema.org/EventReservation" }), ["R1"]],
    ["in a comment", script(`\n<!--\n${JSON.stringify(one)}\n-->\n`), ["R1"]],
    ["in a CDATA section", script(`//<![CDATA[\n${JSON.stringify(one)}\n//]]>`), ["R1"]],
    [
      "in a script in capitals",
      `<SCRIPT TYPE='application/LD+JSON; charset=utf-8'>${JSON.stringify(one)}</SCRIPT>`,
      ["R1"],
    ],
    ["beside a broken script", `${script("{oops")}${script(one)}`, ["R1"]],
    ["with markup in a text", script({ ...two, note: "<b>bold</b> & more" }), ["R2"]],
  ]
  it.each(forms)("are found %s", (_, html, expected) => {
    expect(numbers(html)).toEqual(expected)
  })

  it("are given as they are", () => {
    expect(reservationsIn(script(one))).toEqual([one])
  })

  const others: ReadonlyArray<string> = [
    "",
    "<p>EventReservation</p>",
    script({ "@type": "FlightReservation", reservationNumber: "F" }),
    script({ "@type": "NoEventReservationAtAll" }),
    script("null"),
    script("7"),
    script({ ...one, "@type": null }),
    `<script>${JSON.stringify(one)}</script>`,
    `<!-- ${script(one)} -->`,
    `<script type="application/ld+json">${JSON.stringify(one)}`,
  ]
  it.each(others)("are none in %j", (html) => {
    expect(reservationsIn(html)).toEqual([])
  })

  const microdata = `
    <div itemscope itemtype="http://schema.org/EventReservation">
      <meta itemprop="reservationNumber" content="R&amp;1"/>
      <link itemprop="reservationStatus" href="http://schema.org/Confirmed">
      <div itemprop="underName" itemscope itemtype="http://schema.org/Person"><p>
        <span itemprop="name">A <b>Person</b></span></div>
      <div itemprop="reservationFor" itemscope itemtype="http://schema.org/Event">
        <meta itemprop="name" content="The Paper Lanterns">
        <time itemprop="startDate" datetime="2024-05-04T20:00:00-04:00">tonight</time>
        <span itemprop="performer">One</span><span itemprop="performer">Two</span><span itemprop="performer">Three</span>
      </div>
    </div>`

  it("are read from microdata as well", () => {
    expect(reservationsIn(microdata)).toEqual([
      {
        "@type": "http://schema.org/EventReservation",
        reservationNumber: "R&1",
        reservationStatus: "http://schema.org/Confirmed",
        underName: { "@type": "http://schema.org/Person", name: "A Person" },
        reservationFor: {
          "@type": "http://schema.org/Event",
          name: "The Paper Lanterns",
          startDate: "2024-05-04T20:00:00-04:00",
          performer: ["One", "Two", "Three"],
        },
      },
    ])
  })

  it("in both forms are those of JSON-LD", () => {
    expect(numbers(microdata + script(one))).toEqual(["R1"])
  })

  it("cannot change the prototype of objects", () => {
    reservationsIn(
      `<div itemscope itemtype="x/EventReservation"><i itemprop="__proto__ constructor">1</i></div>${script('{"__proto__":{"polluted":1}}')}`,
    )
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  })

  const deep = 200_000
  const hostile: ReadonlyArray<[string, string]> = [
    ["lists in lists", script("[".repeat(deep) + "]".repeat(deep))],
    ["elements in elements", `<div itemscope>`.repeat(deep)],
    ["ends without beginnings", `<div itemscope>${"</p>".repeat(deep)}`],
    ["texts in texts", `<div itemscope>${"<i itemprop=a>x".repeat(999)}${"y".repeat(deep)}`],
  ]
  it.each(hostile)("are none in %s without end, and soon", (_, html) => {
    expect(reservationsIn(html)).toEqual([])
  })

  const piece = Schema.Union([
    Schema.Literals([
      "<div itemscope itemtype=EventReservation itemprop=a>",
      "</div>",
      "<p itemprop='b c'>",
      '<script type="application/ld+json">',
      "</script>",
      '{"@type":"EventReservation"}',
      "<!--",
      "-->",
      "<![CDATA[",
      "&amp;",
      "<",
      '"',
    ]),
    Schema.String,
  ])
  it.prop(
    "are looked for in any text without failing",
    [Arbitrary.array(Arbitrary.schema(piece), { maxLength: 40 })],
    ([pieces]) => {
      for (const found of reservationsIn(pieces.join("")))
        expect(found["@type"]).toContain("EventReservation")
    },
  )
})
