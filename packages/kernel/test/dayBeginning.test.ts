import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import {
  addDays,
  clockOf,
  dayOf,
  daysOf,
  hourOf,
  LocalDate,
  startOfDay,
  withDaysFrom,
  zoneName,
  zoneNamed,
} from "../src/index.ts"

const lisbon = DateTime.zoneMakeNamedUnsafe("Europe/Lisbon")
const at = (text: string) => Date.parse(text)

describe("days that begin after midnight", () => {
  const zone = withDaysFrom(lisbon, 4)

  it("count earlier events as their evening", () => {
    // One hour ahead of UTC.
    assert.strictEqual(dayOf(at("2026-07-16T02:59:59Z"), zone), "2026-07-15")
    assert.strictEqual(dayOf(at("2026-07-16T03:00:00Z"), zone), "2026-07-16")
    assert.strictEqual(startOfDay(LocalDate.make("2026-07-16"), zone), at("2026-07-16T03:00:00Z"))
    // The zone itself stays as it is.
    assert.strictEqual(dayOf(at("2026-07-16T02:59:59Z"), lisbon), "2026-07-16")
  })

  it("begin by the clock on the wall, also in the nights when it is changed", () => {
    for (const night of ["2026-03-29", "2026-10-25", "2026-06-01"]) {
      const day = LocalDate.make(night)
      for (let hours = 0; hours <= 6; hours++) {
        const own = withDaysFrom(lisbon, hours)
        const start = startOfDay(day, own)
        assert.strictEqual(dayOf(start, own), day, `${night} from ${hours}`)
        assert.strictEqual(dayOf(start - 1, own), addDays(day, -1), `before ${night} from ${hours}`)
      }
    }
  })

  it("show the hours of the wall's clock", () => {
    const clock = clockOf(zone)
    for (let hour = 0; hour < 48; hour++) {
      const instant = at("2026-03-28T00:30:00Z") + hour * 3_600_000
      assert.deepStrictEqual(clock(instant), { day: dayOf(instant, zone), hour: hourOf(instant, zone) })
    }
    assert.deepStrictEqual(
      daysOf([at("2026-07-16T01:00:00Z"), at("2026-07-15T12:00:00Z")], zone).map(({ day }) => day),
      ["2026-07-15"],
    )
  })

  it("are part of the zone's name, and found again by it", () => {
    assert.strictEqual(zoneName(lisbon), "Europe/Lisbon")
    assert.strictEqual(zoneName(zone), "Europe/Lisbon from 4")
    for (const one of [zone, lisbon]) {
      const found = zoneNamed(zoneName(one))
      assert.isDefined(found)
      assert.strictEqual(found && zoneName(found), zoneName(one))
    }
    assert.isUndefined(zoneNamed("Nowhere/Land from 4"))
  })
})
