import "./hero.css"
import type { ComponentChildren } from "preact"
import type { ItemImage } from "../data/responses.ts"
import { type ArtKind, Tile } from "./lists/tile.tsx"
import { useArrival } from "./title.tsx"

interface HeroProps {
  readonly name: string
  readonly image?: ItemImage | undefined
  /** Who made it: an artist, an author. */
  readonly by?: string | undefined
  readonly kind?: ArtKind
  /** The words above the name. */
  readonly kick: string
  /** The words below it. */
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
}

/** The head of one thing, in the colours of its own image: blurred and so dark that white can be read on every part of it. */
export const Hero = ({ actions, by, children, image, kick, kind = "cover", name }: HeroProps) => {
  const heading = useArrival(name)
  return (
    <header class="hero">
      <div class="hero-colours" aria-hidden="true">
        <Tile name={name} by={by} image={image} kind={kind} />
      </div>
      <Tile name={name} by={by} image={image} kind={kind} size="medium" class="hero-picture" />
      <div class="hero-words">
        <p class="hero-kick">{kick}</p>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h1>
        <div class="hero-lead">{children}</div>
        {actions === undefined ? undefined : <div class="actions">{actions}</div>}
      </div>
    </header>
  )
}
