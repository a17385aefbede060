import { editItems, foldName } from "@daybook/kernel"
import { type CheckIn, editedCheckIns, venueIdOf } from "@daybook/places"
import * as Effect from "effect/Effect"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { editLogIn, type EditRows } from "../kernel/edits.ts"

const sameMillis = 60_000

/** The edits by hand of check-ins and places in memory. */
export const editedCheckInsIn = (stored: Map<string, CheckIn>, edits: EditRows["Service"]) =>
  editItems(editLogIn(edits, "places"), editedCheckIns, {
    read: (ids) => Effect.sync(() => ids.flatMap((id) => stored.get(id) ?? [])),
    put: (checkIns) =>
      Effect.sync(() => {
        for (const checkIn of checkIns) stored.set(checkIn.id, checkIn)
      }),
    remove: (ids) =>
      Effect.sync(() => {
        for (const id of ids) stored.delete(id)
      }),
    same: ({ checkedInAt, venueName }) =>
      Effect.sync(
        () =>
          [...stored.values()]
            .filter(
              (one) =>
                Math.abs(one.checkedInAt - checkedInAt) <= sameMillis &&
                foldName(one.venueName) === foldName(venueName),
            )
            .sort((one, other) => byCodePoints(one.id, other.id))[0]?.id,
      ),
    inGroup: (_type, id) =>
      Effect.sync(() =>
        [...stored.values()]
          .filter((one) => id !== "" && venueIdOf(one) === id)
          .sort((one, other) => other.checkedInAt - one.checkedInAt || byCodePoints(other.id, one.id)),
      ),
  })
