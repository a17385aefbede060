import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { messages } from "../messages.ts"

/** The name of a view in the title of the window. */
export const useWindowTitle = (name: string): void =>
  useEffect(() => {
    document.title = name === messages.name ? name : messages.frame.title(name)
  }, [name])

/** The title of a view, on the page and of the window. `children` stand at its right. */
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
  useWindowTitle(name)
  return (
    <header class="title">
      <div>
        {kicker === "" ? undefined : <p class="title-kicker">{kicker}</p>}
        <h1 dir="auto" class={display ? "display" : ""}>
          {title}
        </h1>
        {lead === undefined ? undefined : <p class="quiet">{lead}</p>}
      </div>
      {children}
    </header>
  )
}
