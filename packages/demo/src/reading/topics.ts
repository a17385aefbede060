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

/** A line for each topic: its tag, its things, its verbs and its places. */
const text = `
  sea: tides harbours lighthouses trawlers currents estuaries seawalls moorings gales shoals breakwaters
    buoys / drift anchor dredge moor ebb founder / pier quay headland lagoon shipyard
  bread: loaves ovens starters grains millers crusts flours rinds yeasts bakeries doughs peels / knead
    ferment proof bake mill crumble / bakery pantry granary hearth mill
  maps: atlases surveyors contours meridians projections borders theodolites gazetteers coastlines
    legends cartographers grids / survey chart project triangulate redraw scale / archive summit
    frontier observatory maproom
  birds: swifts herons feathers migrations nests falcons warblers flyways plumages ringers egrets
    curlews / migrate roost moult hatch circle sing / marsh reedbed hide cliff wetland
  railways: locomotives sleepers timetables signals viaducts carriages gauges shunters turntables
    conductors junctions sidings / couple shunt depart derail brake haul / station depot tunnel platform
    signalbox
  computing: compilers databases protocols kernels caches terminals processors networks registers
    interpreters pipelines schedulers / compile index encrypt deploy debug parse / datacentre laboratory
    workshop basement office
  gardens: hedges perennials compost trellises bulbs pollinators greenhouses orchards prunings seedlings
    borders mulches / prune sow graft transplant weed bloom / allotment nursery courtyard terrace
    orchard
  music: cellos rehearsals scores overtones choirs metronomes tunings luthiers sonatas reeds bows
    pianists / tune rehearse compose improvise resonate conduct / conservatory studio cathedral
    bandstand attic
  cities: tramlines pavements rooftops zonings tenements squares benches bridges markets commuters
    stairwells balconies / commute pave zone rebuild gather demolish / suburb plaza avenue arcade
    waterfront
  weather: barometers monsoons forecasts thunderheads frosts isobars droughts hailstorms anemometers
    fogs thermals cyclones / forecast freeze thaw condense gust evaporate / plateau valley station coast
    mountain
  medicine: vaccines surgeons fevers antibodies hospitals diagnoses remedies clinics nerves transplants
    epidemics pulses / diagnose heal vaccinate prescribe recover operate / ward clinic theatre
    dispensary sanatorium
  space: telescopes orbits comets craters astronauts nebulae probes satellites rovers eclipses spectra
    asteroids / orbit launch collide observe dock glow / observatory launchpad desert crater hangar
  language: dialects grammars translators vowels alphabets proverbs dictionaries idioms consonants
    scripts accents etymologies / translate pronounce decipher conjugate spell borrow / library village
    academy border schoolroom
  textiles: looms dyers weavers indigos bobbins selvedges tapestries silks spindles embroideries cottons
    quilts / weave dye spin stitch darn embroider / millhouse atelier bazaar warehouse dyeworks
  mountains: glaciers climbers avalanches ridges ropes huts moraines cairns passes summits crevasses
    couloirs / climb abseil belay traverse erode descend / basecamp col valley refuge ridge
  work: meetings unions apprentices wages deadlines managers workshops pensions shifts guilds contracts
    strikes / negotiate hire resign apprentice bargain delegate / factory boardroom canteen guildhall
    office`

const [first, ...rest] = Array.from(
  text.matchAll(/(\w+): ([^/]+)\/([^/]+)\/([^/:]+)(?=\n  \w|$)/g),
  ([, tag = "", things = "", verbs = "", places = ""]): Topic => ({
    tag,
    things: words(things),
    verbs: words(verbs),
    places: words(places),
  }),
)
if (first === undefined) throw new Error("No topics")

export const topics = [first, ...rest] as const
