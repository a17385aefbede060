import type { Entry } from "@daybook/kernel"
import type { CheckIn } from "./model.ts"

/** A check-in as an entry of the journal. Its day is the owner's. */
export const checkInEntry = (checkIn: CheckIn): Omit<Entry, "day"> => ({
  id: checkIn.id,
  kind: "check-in",
  at: checkIn.checkedInAt,
  dayOnly: false,
  title: checkIn.venueName,
  subtitle: [checkIn.city, checkIn.country].filter((part) => part !== "").join(", "),
  url: "",
  imageUrl: "",
  item: { type: "check-in", id: checkIn.id },
  count: 1,
})
