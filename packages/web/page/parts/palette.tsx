import "./palette.css"
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Answer } from "../data/responses.ts"
import { useMayChange } from "../data/session.ts"
import { useFilms, useSuggestions } from "../data/useSuggestions.ts"
import { domains, itemPath } from "../items.ts"
import { messages } from "../messages.ts"
import { navigate } from "../router.tsx"
import { domainIcon, Icon, type IconName } from "./icon.tsx"
import { isComposing } from "./keys.ts"
import { artKind, Tile } from "./lists/tile.tsx"
import type { Logged } from "../words.ts"

const { frame, palette, search } = messages

type Found = Answer<"search", "suggest">["data"][number]

/** Milliseconds after the last letter: nothing is requested while somebody types on. */
const restMillis = 140

/** The target of a line of the palette. */
interface Option {
  readonly key: string
  readonly to: string
  readonly label: string
  readonly icon: IconName
  readonly hue?: string
  readonly found?: Found
  /** Said after the label. */
  readonly note?: string
}

const views: ReadonlyArray<Option> = [
  { to: "/", label: frame.home, icon: "today" as const },
  { to: "/timeline", label: frame.timeline, icon: "timeline" as const },
  ...domains.map((domain) => ({
    to: `/${domain}`,
    label: messages.domain(domain),
    icon: domainIcon(domain),
    hue: domain,
  })),
  { to: "/years", label: frame.years, icon: "years" as const },
  { to: "/settings/add", label: frame.add, icon: "add" as const },
  { to: "/settings", label: frame.settings, icon: "settings" as const },
].map((view) => ({ ...view, key: view.to }))

/** The field of the form for adding that the title goes into. */
const titleFields: Readonly<Record<string, string>> = { play: "track", "check-in": "venue", run: "name" }

/** The types of found items that complete a title. */
const completes: Readonly<Record<string, ReadonlyArray<string>>> = {
  watch: ["movie"],
  book: ["book"],
  record: ["record", "album"],
  play: ["track"],
  "check-in": ["venue", "place", "check-in"],
}

const logOption = (type: string, title: string, more: Readonly<Record<string, string>> = {}): Option => ({
  key: `log ${type} ${title} ${Object.values(more).join(" ")}`,
  to: `/settings/add?${new URLSearchParams({ type, [titleFields[type] ?? "title"]: title, ...more }).toString()}`,
  label: palette.log(title, type),
  icon: "add",
})

type Film = ReturnType<typeof useFilms>["found"][number]

/** A film of the film database, whose number says which of several it is. */
const filmOption = ({ movie_db_id: id, title, year }: Film): Option => ({
  ...logOption("watch", title, { movie_db_id: String(id), ...(year === 0 ? {} : { year: String(year) }) }),
  note: palette.film(year),
})

/** What can be logged: the titles that the words may mean, stored ones first, then the words themselves. */
const logOptions = (
  { title, type }: Logged,
  found: ReadonlyArray<Found>,
  films: ReadonlyArray<Film>,
): ReadonlyArray<Option> => {
  const types = type === "" ? ["watch", "book", "play"] : [type]
  const isStored = (film: Film) =>
    found.some((item) => item.title === film.title && item.subtitle === String(film.year))
  return types.flatMap((one) => [
    ...found
      .filter((item) => completes[one]?.includes(item.type) === true)
      .map(({ subtitle, title: known }) =>
        logOption(one, known, one === "watch" && /^\d{4}$/.test(subtitle) ? { year: subtitle } : {}),
      ),
    ...(one === "watch" ? films.filter((film) => !isStored(film)).map(filmOption) : []),
    logOption(one, title),
  ])
}

const optionsFor = (
  words: string,
  logged: Logged | undefined,
  found: ReadonlyArray<Found>,
  films: ReadonlyArray<Film>,
  mayAdd: boolean,
): ReadonlyArray<Option> => {
  const typed = words.trim().toLowerCase()
  if (typed === "") return views
  if (logged !== undefined) return logOptions(logged, found, films)
  return [
    ...found.map((one) => ({
      key: `${one.domain} ${one.type} ${one.id}`,
      to: itemPath(one.domain, one),
      label: one.title,
      icon: domainIcon(one.domain),
      hue: one.domain,
      found: one,
    })),
    ...views
      .filter(({ label }) => label.toLowerCase().startsWith(typed))
      .map((view) => ({ ...view, label: palette.goTo(view.label), icon: "go" as const })),
    ...(mayAdd ? [logOption("watch", words.trim())] : []),
    {
      key: "all",
      to: `/search?q=${encodeURIComponent(words.trim())}`,
      label: search.all(words.trim()),
      icon: "find",
    },
  ]
}

const OptionLine = ({ option: { found, icon, label, note } }: { readonly option: Option }) => (
  <>
    {found === undefined ? (
      <Icon name={icon} />
    ) : (
      <Tile name={found.title} by={found.subtitle} image={found.image} kind={artKind(found.type)} />
    )}
    <span class="cut" dir="auto">
      {label}
    </span>
    {note === undefined ? undefined : <span class="quiet small cut">{note}</span>}
    {found === undefined ? undefined : (
      <span class="quiet small cut" dir="auto">
        {[search.type(found.type), found.subtitle].filter((part) => part !== "").join(" · ")}
      </span>
    )}
  </>
)

/** What is typed, and the options that fit it. */
const useOptions = () => {
  const [words, setWords] = useState("")
  const mayAdd = useMayChange()
  const logged = mayAdd ? palette.logged(words.trim()) : undefined
  const { found, isCurrent } = useSuggestions(logged?.title ?? words, restMillis)
  const isFilm = logged?.type === "" || logged?.type === "watch"
  const { found: films } = useFilms(isFilm && domains.includes("watching") ? logged.title : "", restMillis)
  const options = optionsFor(words, logged, found, films, mayAdd)
  return { words, setWords, options, status: isCurrent ? search.found(found.length) : "" }
}

/** Finds anything and goes anywhere: a combobox with a list (ARIA 1.2), in a dialog over the view. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { options, setWords, status, words } = useOptions()
  const [at, setAt] = useState(0)
  const keys = options.map(({ key }) => key).join(" ")

  // Before the next key: what is typed at once belongs into the field.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => setAt(0), [words, keys])
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" }), [at])

  const go = (to: string) => {
    dialog.current?.close()
    navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined && event.key !== "Enter") return
    event.preventDefault()
    const chosen = options[at]
    if (by !== undefined) setAt((now) => (now + by + options.length) % options.length)
    else if (chosen !== undefined) go(chosen.to)
  }

  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={palette.title}
      onClose={onClose}
      // A press on the backdrop is one on the dialog itself.
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="palette-field">
        <Icon name="find" />
        <input
          type="text"
          name="q"
          // Preact's types want a list of the browser's next to this role.
          {...({ role: "combobox" } as object)}
          autoFocus
          value={words}
          placeholder={search.placeholder}
          aria-label={search.label}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={`${id}-${at}`}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={500}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="plain small" onClick={() => dialog.current?.close()}>
          {palette.close}
        </button>
      </div>
      {/* The page's own region is out of reach while a dialog is open over it. */}
      <p class="hidden" role="status">
        {status}
      </p>
      <ul id={`${id}-list`} role="listbox" aria-label={search.suggestions}>
        {options.map((option, index) => (
          <li
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            class={option.hue === undefined ? "" : `hue-${option.hue}`}
            onClick={() => go(option.to)}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setAt(index)}
          >
            <OptionLine option={option} />
          </li>
        ))}
      </ul>
    </dialog>
  )
}
