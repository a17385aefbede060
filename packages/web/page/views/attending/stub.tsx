import "./stub.css"
import type { ComponentChildren } from "preact"

/** Widths of the bars of a code that a number always gets: they say nothing, and look like something. */
const barsOf = (id: number): ReadonlyArray<number> => {
  let state = id + 7
  return Array.from({ length: 34 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 1 + ((state >> 16) % 4)
  })
}

const Bars = ({ id }: { readonly id: number }) => {
  let left = 0
  const bars = barsOf(id).map((width, at) => {
    const from = left
    left += width
    return at % 2 === 0 ? `M${from} 0h${width}v40h-${width}z` : ""
  })
  return (
    <svg class="stub-bars" viewBox={`0 0 ${left} 40`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join("")} />
    </svg>
  )
}

interface StubProps {
  readonly id: number
  /** The URL of its image. */
  readonly picture: string
  /** The title and the facts. */
  readonly children: ComponentChildren
  /** Its number among all; "" if it has none. */
  readonly number: string
  /** What the torn part says: "Your 214th event". */
  readonly said: string
  /** True if upcoming: dashed, and not torn yet. */
  readonly isComing: boolean
}

/** An event as its ticket: an image, what it says, and behind the perforation which one it was. */
export const Stub = ({ children, id, isComing, number, picture, said }: StubProps) => (
  <div class={`stub ${isComing ? "stub-coming" : ""}`}>
    <img class="stub-art" src={picture} alt="" />
    <div class="stub-main">{children}</div>
    <div class="stub-side">
      {number === "" ? undefined : <b>№ {number}</b>}
      <Bars id={id} />
      <span>{said}</span>
    </div>
  </div>
)
