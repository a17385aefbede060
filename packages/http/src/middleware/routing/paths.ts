/** A route that a path leads to, and the decoded values of its parameters. */
export interface Found<A> {
  readonly value: A
  readonly params: Readonly<Record<string, string>>
}

interface Leaf<A> {
  readonly value: A
  readonly names: ReadonlyArray<string>
}

/** A node in the tree of paths: the segments that may follow the ones before it. */
class Place<A> {
  readonly fixed = new Map<string, Place<A>>()
  /** Parameters by what follows them in their segment (`.svg` in `:year.svg`), the longest first. */
  readonly open: Array<{ readonly suffix: string; readonly next: Place<A> }> = []
  /** The route of everything that follows (`*`). */
  rest: Leaf<A> | undefined
  leaf: Leaf<A> | undefined

  afterFixed(segment: string): Place<A> {
    const known = this.fixed.get(segment)
    if (known !== undefined) return known
    const next = new Place<A>()
    this.fixed.set(segment, next)
    return next
  }

  afterOpen(suffix: string): Place<A> {
    const known = this.open.find((one) => one.suffix === suffix)
    if (known !== undefined) return known.next
    const next = new Place<A>()
    this.open.push({ suffix, next })
    this.open.sort((one, other) => other.suffix.length - one.suffix.length)
    return next
  }

  find(segments: ReadonlyArray<string>, at: number, values: ReadonlyArray<string>): Found<A> | undefined {
    if (at === segments.length) return foundAt(this.leaf, values)
    const segment = segments[at] ?? ""
    const found = this.fixed.get(segment)?.find(segments, at + 1, values)
    if (found !== undefined) return found
    for (const { next, suffix } of this.open) {
      if (segment.length <= suffix.length || !segment.endsWith(suffix)) continue
      const value = segment.slice(0, segment.length - suffix.length)
      const found = next.find(segments, at + 1, [...values, value])
      if (found !== undefined) return found
    }
    return foundAt(this.rest, values)
  }
}

const foundAt = <A>(leaf: Leaf<A> | undefined, values: ReadonlyArray<string>): Found<A> | undefined => {
  if (leaf === undefined) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of leaf.names.entries()) params[name] = decodeURIComponent(values[index] ?? "")
  return { value: leaf.value, params }
}

const segmentsOf = (path: string) => path.slice(1).split("/")

/**
 * Routes by method and path. Paths match exactly: case, slashes and every other character count, and a fixed word is
 * that word as written, never its percent-encoded form. A parameter (`:id`, or `:year.svg`) is one whole segment that
 * is not empty, decoded once, so an `id` of `count` next to a route `count` is written `%63ount`. `/view/*` matches
 * `/view` and everything below it.
 */
export class Paths<A> {
  readonly #roots = new Map<string, Place<A>>()

  /** Adds a route; throws if the method has one at this path, or if the pattern has another form. */
  add(method: string, path: string, value: A): void {
    const names: Array<string> = []
    let place = this.#roots.get(method) ?? new Place<A>()
    this.#roots.set(method, place)
    const leaf = { value, names }
    const declare = (known: Leaf<A> | undefined) => {
      if (known !== undefined) throw new Error(`${method} ${path} has two routes`)
      return leaf
    }
    for (const segment of segmentsOf(path)) {
      if (segment === "*") {
        place.rest = declare(place.rest)
        break
      }
      const [, name, suffix = ""] = /^:(\w+)([^:*(?]*)$/.exec(segment) ?? []
      if (name === undefined && /[:*(?]/.test(segment)) throw new Error(`${path} is not a valid path pattern`)
      if (name !== undefined) names.push(name)
      place = name === undefined ? place.afterFixed(segment) : place.afterOpen(suffix)
    }
    place.leaf = declare(place.leaf)
  }

  /** Finds the route of a path as it was sent. A HEAD has the GET's. */
  find(method: string, path: string): Found<A> | undefined {
    return this.#roots.get(method === "HEAD" ? "GET" : method)?.find(segmentsOf(path), 0, [])
  }
}
