/** An article of an archive, with a question that it answers: the two share no word. */
export interface Answer {
  readonly title: string
  readonly description: string
  readonly query: string
}

/** Forty articles, each with a question that means it and shares no word with any text of it. */
export const answers: ReadonlyArray<Answer> = [
  {
    title: "Why electric automobiles lose range in winter",
    description: "Cold batteries give less energy, and heating the cabin takes its share.",
    query: "cars driving far when it is freezing",
  },
  {
    title: "A beginner's guide to sourdough",
    description: "Flour, water, salt and patience: how to keep a starter alive.",
    query: "baking bread at home",
  },
  {
    title: "The physician who mapped cholera",
    description: "John Snow traced an outbreak in Soho to one water pump.",
    query: "doctor discovers cause of epidemic disease",
  },
  {
    title: "Teaching infants to sleep through the night",
    description: "Routines that help small children settle, and tired parents rest.",
    query: "baby bedtime",
  },
  {
    title: "How interest rates move house prices",
    description: "Mortgages become dearer, buyers wait, and sellers lower what they ask.",
    query: "cost of borrowing, real estate market",
  },
  {
    title: "Felines and their purring",
    description: "The larynx vibrates at a low frequency, perhaps to heal bones.",
    query: "sounds that cats make",
  },
  {
    title: "What happens to the brain on no rest",
    description: "After a night awake memory fails and moods swing.",
    query: "effects of insomnia",
  },
  {
    title: "Saving for old age",
    description: "Pensions, compound growth and when to stop working.",
    query: "retirement investment planning",
  },
  {
    title: "Inside the cockpit of a jumbo jet",
    description: "A captain explains take-off, cruising and landing in fog.",
    query: "pilot flying airplane",
  },
  {
    title: "The last lamplighters",
    description: "Gas lanterns still burn in a few streets of Berlin, lit by hand.",
    query: "antique city illumination",
  },
  {
    title: "Melting glaciers of the Alps",
    description: "Ice that took centuries to form is gone within a summer.",
    query: "climate change in mountains",
  },
  {
    title: "Cooking pasta like a Roman",
    description: "Carbonara, cacio e pepe and the starch in the pot.",
    query: "italian food recipes",
  },
  {
    title: "How vaccines train immunity",
    description: "A harmless piece of a virus teaches cells whom to attack.",
    query: "inoculation against infection",
  },
  {
    title: "Negotiating a higher salary",
    description: "What to say to your employer, and when to stay silent.",
    query: "asking the boss for more money",
  },
  {
    title: "Growing tomatoes on a balcony",
    description: "Pots, sun, pruning and the right compost.",
    query: "vegetable gardening in apartments",
  },
  {
    title: "The mathematics of juggling",
    description: "Siteswap notation turns throws into numbers.",
    query: "circus tricks described by algebra",
  },
  {
    title: "Divorce without war",
    description: "Mediation can spare couples the courtroom.",
    query: "ending a marriage peacefully",
  },
  {
    title: "Whales that sing to one another",
    description: "Humpbacks change their melodies every year and pass them across oceans.",
    query: "music of sea mammals",
  },
  {
    title: "Why programmers hate dates",
    description: "Leap seconds, time zones and calendars break software.",
    query: "computer code bugs with clocks",
  },
  {
    title: "A short history of the printing press",
    description: "Gutenberg's movable type made books cheap.",
    query: "inventing mass publishing",
  },
  {
    title: "Running your first marathon",
    description: "Sixteen weeks of training, long Sundays, new shoes.",
    query: "jogging race preparation",
  },
  {
    title: "How refugees rebuild a life",
    description: "Families who fled war tell of language classes and first jobs.",
    query: "immigrants settling after conflict",
  },
  {
    title: "The chemistry of coffee",
    description: "Roasting turns green beans into a thousand aromas.",
    query: "espresso flavor science",
  },
  {
    title: "Prisons that rehabilitate",
    description: "In Norway inmates cook, study and keep keys.",
    query: "jails reforming criminals",
  },
  {
    title: "Black holes and the edge of time",
    description: "Gravity so strong that light cannot escape.",
    query: "astronomy collapsed stars",
  },
  {
    title: "Learning the violin at fifty",
    description: "Scales, sore fingers and the joy of a first tune.",
    query: "adult music lessons instrument",
  },
  {
    title: "The bankers who broke the world",
    description: "Mortgages were bundled and sold until nobody knew what they held.",
    query: "financial crisis of 2008",
  },
  {
    title: "Caring for a parent with dementia",
    description: "When a mother forgets her son's name.",
    query: "alzheimer elderly family",
  },
  {
    title: "Painting with light",
    description: "How the Impressionists left the studio for fields and rivers.",
    query: "monet french art movement",
  },
  {
    title: "Bees are vanishing",
    description: "Pesticides and mites empty the hives, and orchards bear no fruit.",
    query: "decline of pollinating insects",
  },
  {
    title: "How submarines stay hidden",
    description: "Silent propellers, cold layers of water and patient crews.",
    query: "navy stealth beneath the ocean",
  },
  {
    title: "Quitting cigarettes for good",
    description: "Nicotine leaves the body in days; the habit takes longer.",
    query: "stop smoking tobacco",
  },
  {
    title: "The art of the short story",
    description: "Chekhov, Munro and what they leave out.",
    query: "writing brief fiction",
  },
  {
    title: "Volcanoes under the ice of Iceland",
    description: "Eruptions, ash clouds and grounded aeroplanes.",
    query: "lava explosion stops air traffic",
  },
  {
    title: "Raising chickens in the backyard",
    description: "Coops, foxes and fresh eggs every morning.",
    query: "keeping poultry at home",
  },
  {
    title: "Passwords are dying",
    description: "Keys stored in a phone replace secrets that people forget.",
    query: "computer login security",
  },
  {
    title: "The referee's impossible job",
    description: "Split-second calls before eighty thousand shouting fans.",
    query: "football umpire decisions",
  },
  {
    title: "How a bill becomes law",
    description: "Committees, amendments and a vote at midnight.",
    query: "legislation passing through parliament",
  },
  {
    title: "Living with less",
    description: "She gave away her furniture, kept forty things and felt lighter.",
    query: "minimalism, decluttering possessions",
  },
  {
    title: "Shipwrecks of the Skeleton Coast",
    description: "Fog, currents and rusting hulls along the Namib.",
    query: "sunken boats africa",
  },
]

/**
 * Questions that nothing in the archive has to do with: letters struck by chance, names of no one, and words of no
 * sense.
 */
export const unrelatedQueries: ReadonlyArray<string> = [
  "zzzz",
  "qwxz",
  "asdf",
  "asdfghjkl",
  "xyzzy",
  "qqqqqqqq",
  "hjkl hjkl",
  "blorptang",
  "frobnicate",
  "wibblefrotz",
  "snarklebop",
  "vrrtk",
  "mxyzptlk",
  "lkjsdf oiwer",
  "zxcvbnm",
  "0x3fa9c1",
  "98451273",
  "kqjx vbnz",
  "thrumbledink",
  "ghghgh",
]

/** Articles of the same kind that no question means: some are near one. */
export const others: ReadonlyArray<Pick<Answer, "title" | "description">> = [
  ["Trains across Siberia", "Seven days, eight time zones and endless birch."],
  ["How to sharpen a kitchen knife", "Whetstones, angles and a steady hand."],
  ["The economics of streaming", "Artists earn a fraction of a cent for each play."],
  ["Deserts that bloom", "After rare rain the Atacama turns purple."],
  ["Chess engines and beauty", "Machines play moves that masters call ugly and then study for years."],
  ["The secret life of moss", "A plant without roots that outlives forests."],
  ["What a mayor does all day", "Potholes, budgets and angry letters."],
  ["Restoring a wooden canoe", "Cedar strips, varnish and a winter in the shed."],
  ["The dictionary makers", "They wait for words to prove themselves."],
  ["Tea in the mountains of Taiwan", "Oolong leaves are rolled, rested and rolled again."],
  ["How bridges fail", "Rust, resonance and a missing bolt."],
  ["The physics of skateboarding", "An ollie is a lesson in torque."],
  ["Night buses", "Who rides through a city at four in the morning."],
  ["Forgers of old masters", "A chemist finds titanium white where there should be lead."],
  ["The economics of weddings", "Flowers cost more once the word is spoken."],
  ["Translating poetry", "Either the rhyme is lost or the sense."],
  ["Antarctic cooks", "Fresh fruit arrives twice a year."],
  ["Maps that lie", "Every projection distorts something."],
  ["The wool trade in medieval England", "Sheep paid for cathedrals."],
  ["How dogs read faces", "They look at our eyes first."],
  ["The end of cash", "Shops in Stockholm refuse coins."],
  ["Typewriters come back", "Novelists praise a machine without notifications."],
  ["A year without sugar", "The headaches ended in the third week."],
  ["How cranes build themselves", "A tower rises by lifting its own sections."],
  ["Wolves return to the plains", "Shepherds buy bigger dogs."],
  ["Understanding inflation", "Why the same basket costs more each spring."],
  ["The perfect violin varnish", "Stradivari's recipe may have been ordinary oil."],
  ["Why we procrastinate", "We avoid a feeling and not a task."],
  ["Ultramarathons in the desert", "Six days on foot with nine litres of water."],
  ["A museum of broken toys", "Every doll has a file and a doctor."],
  ["Flying squirrels glow pink", "Under ultraviolet light their fur lights up."],
  ["The language of flowers", "Victorians sent messages in bouquets."],
  ["How satellites die", "They burn, or drift to a graveyard orbit."],
  ["Swimming in cold lakes", "Breath comes back after a minute."],
  ["Hospitals at night", "Nurses walk nine kilometres between beds."],
  ["The school without grades", "Pupils write their own reports."],
  ["The cheese caves of Roquefort", "Mould travels on the draught."],
  ["How the piano got its pedals", "Makers in Vienna added bassoons and drums."],
  ["Urban foxes", "They cross at the lights."],
  ["Building a telescope in a garage", "Grinding a mirror takes forty evenings."],
].map(([title = "", description = ""]) => ({ title, description }))
