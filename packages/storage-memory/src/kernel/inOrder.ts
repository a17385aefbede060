import { isKnown, type OrderStep } from "@daybook/kernel"
import { byCodePoints } from "./byCodePoints.ts"
import type { Order } from "./pageInOrder.ts"

type Value = string | number | undefined

const compare = (one: Value, other: Value): number =>
  typeof one === "string" && typeof other === "string"
    ? byCodePoints(one, other)
    : Number(one) - Number(other)

/** The order of items by some fields, one after the other; what is unknown in a field comes last either way. */
export const inOrder =
  <Field extends string>(steps: ReadonlyArray<OrderStep<Field>>): Order<{ readonly [F in Field]: Value }> =>
  (one, other) => {
    for (const { by, order } of steps) {
      const [a, b] = [one[by], other[by]]
      if (isKnown(a) !== isKnown(b)) return isKnown(a) ? -1 : 1
      const difference = isKnown(a) ? compare(a, b) : 0
      if (difference !== 0) return order === "asc" ? difference : -difference
    }
    return 0
  }
