import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { messages } from "../messages.ts"
import { arriveAt } from "../router.tsx"

/** Names a view in the title of the window. Its heading, which takes the ref, is focused and said when the view is arrived at. */
export const useArrival = (name: string, said = name) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = name === messages.name ? name : messages.frame.title(name)
    if (heading.current !== null) arriveAt(heading.current, said)
  }, [name])
  return heading
}

/** The title of a view, on the page and of the window. `children` are at its right. */
export const Title = ({
  children,
  display = false,
  kicker = "",
  lead,
  title,
  window: name = title,
}: {
  readonly title: string
  readonly lead?: ComponentChildren
  /** A line above the title. */
  readonly kicker?: string
  /** True for a title in the largest size. */
  readonly display?: boolean
  readonly window?: string
  readonly children?: ComponentChildren
}) => {
  const heading = useArrival(name, name === messages.name ? title : name)
  return (
    <header class="title">
      <div>
        {kicker === "" ? undefined : <p class="title-kicker">{kicker}</p>}
        <h1 ref={heading} tabIndex={-1} dir="auto" class={display ? "display" : ""}>
          {title}
        </h1>
        {lead === undefined ? undefined : <p class="quiet">{lead}</p>}
      </div>
      {children}
    </header>
  )
}
