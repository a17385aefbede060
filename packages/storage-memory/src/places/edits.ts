import { editItems, foldName } from "@daybook/kernel"
import { editedCheckIns, venueIdOf } from "@daybook/places"
import * as Effect from "effect/Effect"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { editLogIn, type EditRows } from "../kernel/edits.ts"
import type { PlacesMemory } from "./memory.ts"

const sameMillis = 60_000

/** The edits by hand of check-ins and places in memory. */
export const editedCheckInsIn = (memory: PlacesMemory, edits: EditRows["Service"]) =>
  editItems(editLogIn(edits, "places"), editedCheckIns, {
    read: (ids) => Effect.sync(() => ids.flatMap((id) => memory.shown(id) ?? [])),
    put: (checkIns) =>
      Effect.sync(() => {
        for (const checkIn of checkIns) memory.put(checkIn)
      }),
    remove: (ids, gone) =>
      Effect.sync(() => {
        for (const id of ids) memory.remove(id, gone)
      }),
    same: ({ checkedInAt, venueName }) =>
      Effect.sync(
        () =>
          memory
            .counted()
            .filter(
              (one) =>
                Math.abs(one.checkedInAt - checkedInAt) <= sameMillis &&
                foldName(one.venueName) === foldName(venueName),
            )
            .sort((one, other) => byCodePoints(one.id, other.id))[0]?.id,
      ),
    inGroup: (_type, id) =>
      Effect.sync(() =>
        memory
          .all()
          .filter((one) => id !== "" && venueIdOf(one) === id)
          .sort((one, other) => other.checkedInAt - one.checkedInAt || byCodePoints(other.id, one.id)),
      ),
  })
