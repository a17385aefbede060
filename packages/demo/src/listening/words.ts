import { type Lexicon, phrases, words } from "../grammar.ts"

/** The words that the English-speaking genres share; each adds words of its own. */
export const english: Lexicon = {
  first: words(`
    Ada Agnes Alba Alma Amos Anita Anton Arlo Astrid August Bea Bennett Bernadette Bo Bridget Calvin
    Cass Cecily Clem Clara Cora Cormac Dara Delia Della Desmond Dinah Dorothea Eamon Edie Effie Eli Elsa
    Emmett Esme Esther Ezra Fern Fergus Flora Freya Gideon Greta Gwen Hal Harriet Hazel Hollis Ida
    Imogen Ines Ingrid Iris Isaac Ivor Jem Jonah Joss Judith June Kit Lars Leda Lena Leonie Levi Lonnie
    Lorna Lottie Lowell Mabel Maeve Magnus Marcy Margot Marnie Matilda Maud Merle Mina Mira Moira Nell
    Nico Nora Odette Olive Opal Orla Oscar Otis Otto Pearl Percy Petra Phoebe Piers Quentin Ramona
    Reuben Rhoda Roscoe Rosalind Rowan Rufus Ruth Sabine Saul Selma Silas Simone Stella Tabitha Tamsin
    Tess Theo Tilda Tobias Una Ursula Vera Verity Viola Walt Wendell Wilf Wilma Winnie Wren Yara Yusuf
    Zadie Zora`),
  last: words(`
    Abernathy Adeyemi Albright Amsel Arkwright Ashdown Atwater Averill Baines Ballard Barlowe Bassett
    Beckwith Bellamy Benbow Birtwell Blackwood Bramwell Brightman Buckthorn Burleigh Cadwell Calloway
    Carmody Castellan Chalke Chaudhry Claybourne Colquhoun Corbin Coverdale Crane Cresswell Daly Danvers
    Darrow Delacroix Denholm Diallo Dunmore Eastman Elkin Ellery Fairweather Fallow Farrow Fennimore
    Finch Fontaine Fothergill Gallimore Garrick Gately Glass Goodwin Greaves Grieve Hallam Harcourt
    Hargreave Hartnell Hathaway Haverford Hayward Heron Holloway Holm Hyde Ibarra Ingham Jessop Juniper
    Kavanaugh Keane Keating Kestrel Kilbride Kingsley Laird Langley Larkin Lavender Ledger Lindqvist
    Linnet Lockhart Lovell Lowry Maddox Mallory Marchetti Marlow Mbeki Merriweather Middleton Mistry
    Munro Moorcroft Nakamura Nightingale Norwood Oakes Obi O'Dell O'Hanlon O'Riordan Okafor Orchard Osei
    Paget Parrish Pemberton Penhallow Pettibone Pike Quill Quinlan Rainsford Ravenscroft Redfern Renwick
    Ridley Rooke Rosewall Sable Salter Sandoval Seabrook Sedgwick Sharma Sheridan Silverman Sorrell
    Stanhope Starling Stroud Swann Talbot Tarrant Teasdale Thackeray Thorne Tilbury Treadwell Tremaine
    Underhill Vance Vasquez Verlaine Voss Wainwright Walden Warwick Wetherby Whitlock Wilder Winslow
    Wolcott Wyatt Wycliffe Yardley Yarrow Zielinski`),
  adjective: words(`
    Amber Ancient Anxious Ashen Autumn Bare Bitter Blessed Blind Borrowed Brass Bright Broken Bronze
    Burning Careful Certain Clean Clear Cold Common Copper Crooked Dark Dear Deep Distant Double Dry
    Early Eastern Easy Electric Empty Endless Evening Faded Faithful Fallen False Familiar Far Fatal
    Final First Foreign Forgotten Fragile Free Gentle Ghostly Gilded Glass Golden Gone Good Grand Green
    Grey Half Hard Harmless Heavy Hidden High Hollow Holy Honest Idle Indigo Infinite Inland Invisible
    Iron Ivory Kind Last Late Lazy Little Lonely Long Loose Lost Loud Low Lucky Lunar Magnetic Marble
    Midnight Mild Minor Modern Narrow Near Nervous New Noble Northern Old Open Ordinary Other Outer Pale
    Paper Patient Perfect Plain Polar Private Proud Pure Quick Quiet Rare Ready Restless Rough Ruined
    Rusted Sacred Second Secret Serious Shallow Sharp Shy Silent Silver Simple Slow Small Soft Solar
    Sour Southern Spare Stolen Strange Sudden Sweet Tall Tame Temporary Tender Thin Third Tired Total
    True Twin Unsent Upper Velvet Violet Vivid Wandering Warm Wasted Western White Wide Wild Winter
    Wooden Wrong Yellow Young`),
  noun: words(`
    Acre Air Alarm Alley Anchor Animal Answer Apple Archive Arrow Ash Atlas Attic Avenue Balcony Bank
    Basement Bell Bird Blanket Boat Body Bone Border Bottle Branch Bridge Brother Building Bullet Cabin
    Calendar Camera Candle Canyon Car Carousel Ceiling Century Chain Chair Chapel Church Circle City
    Cliff Clock Cloud Coast Coat Colour Comet Compass Corner Country Cousin Cradle Crossing Crown
    Curtain Dance Daughter Day Delay Desert Diamond Distance Doctor Door Dream Dust Echo Edge Eleven
    Engine Evening Exit Eye Face Factory Fall Family Father Feather Fence Field Fire Flag Flight Flood
    Floor Flower Fog Forest Fountain Fox Frame Friend Frost Future Garden Gate Ghost Gift Glass Glove
    Gold Grain Gravity Ground Guest Habit Halo Hand Harbour Hawk Heart Heat Heaven Highway Hill Home
    Honey Horizon Horse Hotel Hour House Hunger Ice Ink Island Jacket Journey Key Kingdom Kitchen Knife
    Ladder Lake Lamp Land Language Lantern Laughter Leaf Letter Library Light Lighthouse Lightning Line
    Lion Machine Magnet Map Market Match Meadow Memory Message Metal Mile Mine Minute Mirror Money Moon
    Morning Mother Motion Mountain Mouth Museum Name Needle Neighbour Nerve Night North Number Ocean
    October Office Orange Orchard Owl Page Palace Paper Parade Park Passage Pattern Photograph Piano
    Pilot Planet Platform Pocket Poison Pool Portrait Postcard Potion Prayer Promise Question Radio
    Railway Rain Raven Razor Reason Record Ribbon Ring River Road Roof Room Rope Rose Rumour Saint Salt
    Sand Satellite School Sea Season Seed Shadow Shelter Shape Ship Shoulder Signal Sister Skin Sky
    Sleep Smoke Snow Soldier Son Song South Space Spark Spell Spring Square Stair Star Station Steam
    Stone Storm Story Stranger Street String Summer Sun Sunday Swimmer Table Telephone Temple Theatre
    Thread Thunder Ticket Tide Tiger Tower Town Train Treasure Tree Trouble Tunnel Valley Vein Violin
    Voice Wall Water Wave Weather Weekend West Wheel Whisper Wind Window Wing Winter Wire Wolf Wonder
    Wood Word World Year`),
  plural: words(`
    Acrobats Almanacs Antlers Archers Astronomers Bakers Balloons Beacons Bells Bicycles Brothers
    Canaries Candles Captains Cartographers Cathedrals Cinemas Clerks Clouds Cometeers Cousins Curtains
    Dancers Daughters Deputies Detectives Divers Embers Engineers Evenings Falconers Feathers Ferries
    Fevers Fields Florists Foxes Gardeners Ghosts Giants Gliders Harbours Herons Historians Holidays
    Horses Hours Hunters Islands Jackets Janitors Keepers Kites Lamplighters Lanterns Larks Leopards
    Letters Librarians Lighthouses Lions Locksmiths Lovers Magpies Mariners Matches Meadows Mechanics
    Mirrors Neighbours Numbers Orchards Orphans Otters Painters Palisades Parades Pencils Pharaohs
    Pilgrims Pilots Plumes Poachers Postcards Printers Quarries Radios Ravens Receivers Regents Ribbons
    Rivers Robins Rooks Sailors Saints Satellites Schoolteachers Sextons Shepherds Shutters Sisters
    Skaters Sleepers Sparrows Stations Strangers Suitors Surgeons Swallows Swimmers Tailors Telescopes
    Thieves Threads Tigers Tinkers Towers Trustees Tulips Twins Umbrellas Uncles Violins Visitors
    Voyagers Waiters Weathermen Widows Windows Winters Wolves`),
  /** Transitive verbs. */
  reach: words(`
    Answer Ask Believe Bring Bury Call Carry Catch Chase Cover Cross Draw Feel Find Follow Forget
    Forgive Hear Hide Hold Keep Know Leave Lift Lose Meet Mend Miss Move Name Paint Read Remember Save
    See Send Shake Show Take Teach Tell Trace Trust Turn Wake Want Warn Watch`),
  /** Intransitive verbs. */
  go: words(`
    Begin Breathe Change Climb Cry Dance Disappear Dream Drift Drive Drown Fade Fall Fly Go Grow Hide
    Hurry Kneel Laugh Leave Listen Pray Pretend Return Ride Rise Run Shine Sing Sink Sleep Speak Spin
    Stay Swim Travel Turn Vanish Wait Wake Walk Wander Whisper`),
  gerund: words(`
    Answering Believing Bending Borrowing Breaking Building Burning Calling Carrying Chasing Climbing
    Counting Crossing Dancing Dreaming Driving Drifting Drowning Fading Falling Floating Flying
    Following Forgetting Growing Hiding Holding Hunting Keeping Knowing Learning Leaving Listening
    Looking Losing Making Mending Missing Moving Naming Painting Praying Pretending Reading Returning
    Riding Rising Running Sailing Saving Seeing Shaking Shining Singing Sinking Sleeping Speaking
    Spinning Standing Staying Stealing Swimming Talking Telling Trading Turning Waiting Waking Walking
    Washing Watching Wearing Writing`),
  place: phrases(`
    Aberdeen, Antwerp, Arizona, Bergen, Berlin, Bilbao, Bristol, Calais, Cardiff, Carolina, Chicago,
    Cork, Dakar, Dover, Dresden, Dundee, Fife, Galway, Genoa, Ghent, Glasgow, Halifax, Harlem, Havana,
    Hull, Idaho, Jersey, Kansas, Kingston, Lagos, Leith, Lisbon, Lyon, Malmö, Manitoba, Marfa,
    Marseille, Memphis, Montana, Montréal, Naples, Nebraska, Nevada, Oakland, Ohio, Oregon, Orkney,
    Oslo, Ostend, Porto, Reykjavík, Riga, Rotterdam, Savannah, São Paulo, Sheffield, Skye, Tacoma,
    Tallinn, Tangier, Toledo, Trieste, Tulsa, Turin, Utah, Vermont, Vilnius, Whitby, Winnipeg, Zürich`),
  time: phrases(`
    Tonight, Tomorrow, Again, at Midnight, by Morning, After Dark, Before Dawn, in the Morning, on
    Sunday, in June, in November, for a While, Until Friday, Every Night, Once More, at Noon, All
    Summer, This Winter, Too Late, Without You, With Me, Alone, Underwater, Out Loud, to the Sea, in the
    Rain, from Here, Like This, Somehow, Anyway, in Slow Motion, Across Town`),
  month: words(`
    January February March April May June July August September October November December`),
  number: words(`
    Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Nineteen Forty Hundred Thousand`),
  figure: words(`
    1 2 3 4 5 6 7 8 9 10 11 12 14 17 21 23 27 31 36 40 44 52 64 77 80 88 99 101 303 1979 1986 1994`),
}
