import "./story.css"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { ErrorState, Skeleton } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, navigate, usePlace, withQuery } from "../../router.tsx"
import { cardAddress, type CardSize, type Story, type StoryCard, storyPath } from "./storyCards.ts"
import { useCardKeys } from "./useCardKeys.ts"

const { story: words } = messages

/** A swipe is longer than a tap's trembling. */
const swipe = 40

interface StageProps {
  readonly year: string
  readonly cards: ReadonlyArray<StoryCard>
  readonly at: number
  readonly size: CardSize
  readonly go: (to: number) => void
}

/** The card, and dim next to it the one before and the one after. A tap left or right of its middle turns the page. */
const Stage = ({ at, cards, go, size, year }: StageProps) => {
  const begun = useRef<number | undefined>(undefined)
  const card = cards[at]
  const end = ({ clientX, currentTarget }: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const from = begun.current
    begun.current = undefined
    if (from === undefined) return
    const moved = clientX - from
    const { left, width } = currentTarget.getBoundingClientRect()
    if (Math.abs(moved) > swipe) go(at + (moved < 0 ? 1 : -1))
    else go(at + (clientX - left < width * 0.4 ? -1 : 1))
  }
  const beside = (one: StoryCard | undefined) =>
    one === undefined ? (
      <span class="story-beside" />
    ) : (
      <img class="story-beside" src={cardAddress(year, one.name, size, "svg")} alt="" draggable={false} />
    )
  return (
    <div
      class={`story-stage story-${size}`}
      onPointerDown={({ clientX, isPrimary }) => {
        begun.current = isPrimary ? clientX : undefined
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        begun.current = undefined
      }}
    >
      {beside(cards[at - 1])}
      {card === undefined ? undefined : (
        <img
          key={card.name}
          class="story-card"
          src={cardAddress(year, card.name, size, "svg")}
          alt={card.words}
          draggable={false}
        />
      )}
      {beside(cards[at + 1])}
    </div>
  )
}

const Sizes = ({
  onChange,
  size,
}: {
  readonly size: CardSize
  readonly onChange: (size: CardSize) => void
}) => (
  <fieldset class="story-sizes">
    <legend class="hidden">{words.size}</legend>
    {(["story", "wide"] as const).map((one) => (
      <label key={one}>
        <input
          type="radio"
          name="size"
          class="hidden"
          checked={one === size}
          onChange={() => onChange(one)}
        />
        <span>{one === "story" ? words.tall : words.wide}</span>
      </label>
    ))}
  </fieldset>
)

/** Cards over the whole window. It is a dialog: what lies behind it cannot be reached, and Escape closes it. */
const Cards = ({ cards, year }: Story) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const address = usePlace()
  const [size, setSize] = useState<CardSize>("story")
  const asked = new URLSearchParams(address.split("?")[1]).get("card")
  const at = Math.max(
    0,
    cards.findIndex(({ name }) => name === asked),
  )
  const card = cards[at]
  const page = `years/${year}`
  const close = () => navigate(`/${page}`)
  const go = useCallback(
    (to: number) => {
      const next = cards[Math.max(0, Math.min(cards.length - 1, to))]
      if (next !== undefined) navigate(withQuery(address, { card: next.name }), { replace: true })
    },
    [address, cards],
  )
  useCardKeys(at, cards.length, go)
  useEffect(() => {
    dialog.current?.showModal()
    document.title = messages.frame.title(words.title(String(year)))
  }, [])
  if (card === undefined) return undefined
  return (
    <dialog ref={dialog} class="story" aria-label={words.title(String(year))} onCancel={close}>
      <header class="story-bar">
        <h1 tabIndex={-1}>{year}</h1>
        <span class="story-turn">
          <button type="button" aria-label={words.previous} disabled={at === 0} onClick={() => go(at - 1)}>
            ‹
          </button>
          <button
            type="button"
            aria-label={words.next}
            disabled={at === cards.length - 1}
            onClick={() => go(at + 1)}
          >
            ›
          </button>
        </span>
        <a class="story-button" href={page}>
          {words.asPage}
        </a>
        <button type="button" class="story-button" aria-label={words.close} onClick={close}>
          ×
        </button>
      </header>
      <Stage year={String(year)} cards={cards} at={at} size={size} go={go} />
      <p class="hidden" role="status">
        {words.at(at + 1, cards.length)}: {card.words}
      </p>
      <footer class="story-bar">
        <span class="story-steps" aria-hidden="true">
          {cards.map(({ name }, step) => (
            <i key={name} class={step <= at ? "is-past" : ""} />
          ))}
        </span>
        <a
          class="story-button story-save"
          href={cardAddress(String(year), card.name, size, "png")}
          download={`${year}-${card.name}-${size}.png`}
        >
          {words.save}
        </a>
        <Sizes size={size} onChange={setSize} />
      </footer>
    </dialog>
  )
}

/** A year as cards. A year with too little for them is shown as a page. */
const StoryView = ({ params }: Address) => {
  const year = params["year"] ?? ""
  const path = storyPath(year)
  const { data, failure } = useRead<Story>(path)
  const isTooLittle = data !== undefined && data.cards.length === 0
  useEffect(() => {
    if (isTooLittle) navigate(`/years/${year}`, { replace: true })
  }, [isTooLittle])
  if (data === undefined && failure !== undefined)
    return (
      <>
        <Title title={year} />
        <ErrorState failure={failure} path={path} />
      </>
    )
  if (data === undefined) return <Skeleton lines={8} />
  return isTooLittle ? undefined : <Cards {...data} />
}

export default StoryView
