import { type Page, pageOffset, type PageRequest } from "@daybook/kernel"

/** An order of items: negative where the first comes first. */
export type Order<A> = (one: A, other: A) => number

/** The first `count` items in the order. It sorts only items that may be among them, so a short list of many is quick. */
export const firstInOrder = <A>(all: Iterable<A>, order: Order<A>, count: number): ReadonlyArray<A> => {
  let first: Array<A> = []
  let last: A | undefined
  const cut = () => {
    first = first.sort(order).slice(0, count)
    last = first.at(count - 1)
  }
  for (const one of all) {
    if (last !== undefined && order(one, last) > 0) continue
    first.push(one)
    if (first.length > 2 * count) cut()
  }
  cut()
  return first
}

/** A page of items in the order; `total` is their number. */
export const pageInOrder = <A>(
  all: Iterable<A>,
  total: number,
  order: Order<A>,
  request: PageRequest,
): Page<A> => {
  const offset = pageOffset(request)
  return { items: firstInOrder(all, order, offset + request.limit).slice(offset), total }
}
