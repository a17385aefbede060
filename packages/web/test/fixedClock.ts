// Comes first in a server whose pages are photographed (`--import`): its day is always the same one, and so is its demo data.
const RealDate = Date
const started = RealDate.now()

/** The day of the images, as milliseconds since 1970. */
export const dayOfPictures = Date.UTC(2026, 10, 22, 18, 45)

const tenMinutes = 10 * 60 * 1000

/** It stands still for ten minutes: the demo data is made up until now, to the millisecond. */
const now = () => dayOfPictures + Math.floor((RealDate.now() - started) / tenMinutes) * tenMinutes

if (process.env["DAY_OF_PICTURES"] === "on") {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: Array<number>, self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, self) => (name === "now" ? now : Reflect.get(target, name, self)),
  })
}
