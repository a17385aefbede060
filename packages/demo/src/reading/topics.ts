import { type Words, words } from "../grammar.ts"

/** A topic of articles: a tag, and the words of its articles. */
export interface Topic {
  readonly tag: string
  /** Things, in the plural. */
  readonly things: Words
  /** Actions upon them. */
  readonly verbs: Words
  readonly places: Words
}

const topic = (tag: string, things: string, verbs: string, places: string): Topic => ({
  tag,
  things: words(things),
  verbs: words(verbs),
  places: words(places),
})

export const topics: readonly [Topic, ...ReadonlyArray<Topic>] = [
  topic(
    "sea",
    "tides harbours lighthouses trawlers currents estuaries seawalls moorings gales shoals breakwaters buoys",
    "drift anchor dredge moor ebb founder",
    "pier quay headland lagoon shipyard",
  ),
  topic(
    "bread",
    "loaves ovens starters grains millers crusts flours rinds yeasts bakeries doughs peels",
    "knead ferment proof bake mill crumble",
    "bakery pantry granary hearth mill",
  ),
  topic(
    "maps",
    "atlases surveyors contours meridians projections borders theodolites gazetteers coastlines legends cartographers grids",
    "survey chart project triangulate redraw scale",
    "archive summit frontier observatory maproom",
  ),
  topic(
    "birds",
    "swifts herons feathers migrations nests falcons warblers flyways plumages ringers egrets curlews",
    "migrate roost moult hatch circle sing",
    "marsh reedbed hide cliff wetland",
  ),
  topic(
    "railways",
    "locomotives sleepers timetables signals viaducts carriages gauges shunters turntables conductors junctions sidings",
    "couple shunt depart derail brake haul",
    "station depot tunnel platform signalbox",
  ),
  topic(
    "computing",
    "compilers databases protocols kernels caches terminals processors networks registers interpreters pipelines schedulers",
    "compile index encrypt deploy debug parse",
    "datacentre laboratory workshop basement office",
  ),
  topic(
    "gardens",
    "hedges perennials compost trellises bulbs pollinators greenhouses orchards prunings seedlings borders mulches",
    "prune sow graft transplant weed bloom",
    "allotment nursery courtyard terrace orchard",
  ),
  topic(
    "music",
    "cellos rehearsals scores overtones choirs metronomes tunings luthiers sonatas reeds bows pianists",
    "tune rehearse compose improvise resonate conduct",
    "conservatory studio cathedral bandstand attic",
  ),
  topic(
    "cities",
    "tramlines pavements rooftops zonings tenements squares benches bridges markets commuters stairwells balconies",
    "commute pave zone rebuild gather demolish",
    "suburb plaza avenue arcade waterfront",
  ),
  topic(
    "weather",
    "barometers monsoons forecasts thunderheads frosts isobars droughts hailstorms anemometers fogs thermals cyclones",
    "forecast freeze thaw condense gust evaporate",
    "plateau valley station coast mountain",
  ),
  topic(
    "medicine",
    "vaccines surgeons fevers antibodies hospitals diagnoses remedies clinics nerves transplants epidemics pulses",
    "diagnose heal vaccinate prescribe recover operate",
    "ward clinic theatre dispensary sanatorium",
  ),
  topic(
    "space",
    "telescopes orbits comets craters astronauts nebulae probes satellites rovers eclipses spectra asteroids",
    "orbit launch collide observe dock glow",
    "observatory launchpad desert crater hangar",
  ),
  topic(
    "language",
    "dialects grammars translators vowels alphabets proverbs dictionaries idioms consonants scripts accents etymologies",
    "translate pronounce decipher conjugate spell borrow",
    "library village academy border schoolroom",
  ),
  topic(
    "textiles",
    "looms dyers weavers indigos bobbins selvedges tapestries silks spindles embroideries cottons quilts",
    "weave dye spin stitch darn embroider",
    "millhouse atelier bazaar warehouse dyeworks",
  ),
  topic(
    "mountains",
    "glaciers climbers avalanches ridges ropes huts moraines cairns passes summits crevasses couloirs",
    "climb abseil belay traverse erode descend",
    "basecamp col valley refuge ridge",
  ),
  topic(
    "work",
    "meetings unions apprentices wages deadlines managers workshops pensions shifts guilds contracts strikes",
    "negotiate hire resign apprentice bargain delegate",
    "factory boardroom canteen guildhall office",
  ),
]
