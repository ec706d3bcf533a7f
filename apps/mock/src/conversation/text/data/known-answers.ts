// Data: who made what, when things happened and why things are as they are; for questions that people often try first.

/** What was made, by its names, how, by whom, and a sentence more. */
export const makers = `
hamlet|written|William Shakespeare|He wrote the tragedy around 1600.
romeo and juliet|written|William Shakespeare|It was first printed in 1597.
macbeth|written|William Shakespeare|It is one of his shortest tragedies.
don quixote|written|Miguel de Cervantes|Its first part appeared in 1605.
pride and prejudice|written|Jane Austen|It was published in 1813.
emma|written|Jane Austen|It was published in 1815.
frankenstein|written|Mary Shelley|She published it in 1818.
moby dick,moby-dick|written|Herman Melville|It was published in 1851.
war and peace|written|Leo Tolstoy|It first appeared in the 1860s.
anna karenina|written|Leo Tolstoy|It was published in the 1870s.
crime and punishment|written|Fyodor Dostoevsky|It was published in 1866.
the metamorphosis,metamorphosis|written|Franz Kafka|It was published in 1915.
faust|written|Johann Wolfgang von Goethe|Its first part appeared in 1808.
the odyssey,odyssey,the iliad,iliad|composed|Homer, by tradition|Little is known for certain about him.
1984,nineteen eighty-four,animal farm|written|George Orwell|That was the pen name of Eric Arthur Blair.
the great gatsby|written|F. Scott Fitzgerald|It was published in 1925.
to kill a mockingbird|written|Harper Lee|It was published in 1960.
the hobbit,the lord of the rings,lord of the rings|written|J. R. R. Tolkien|He was a professor of languages at Oxford.
harry potter,the harry potter books|written|J. K. Rowling|The first book appeared in 1997.
alice in wonderland,alice's adventures in wonderland|written|Lewis Carroll|It was published in 1865.
dracula|written|Bram Stoker|It was published in 1897.
the little prince|written|Antoine de Saint-Exupéry|It was published in 1943.
les misérables,les miserables|written|Victor Hugo|It was published in 1862.
the mona lisa,mona lisa,the last supper|painted|Leonardo da Vinci|The Mona Lisa hangs in the Louvre in Paris, The Last Supper is in Milan.
the starry night,starry night,sunflowers|painted|Vincent van Gogh|He painted most of his famous works in his last years.
guernica|painted|Pablo Picasso|He painted it in 1937.
the scream|painted|Edvard Munch|There are several versions, the first from 1893.
girl with a pearl earring,the girl with a pearl earring|painted|Johannes Vermeer|It hangs in the Mauritshuis in The Hague.
the night watch|painted|Rembrandt|It hangs in the Rijksmuseum in Amsterdam.
the magic flute,don giovanni|composed|Wolfgang Amadeus Mozart|Both are among the operas that are played most.
the ninth symphony,für elise,the moonlight sonata|composed|Ludwig van Beethoven|He was almost deaf when he wrote the Ninth.
the four seasons|composed|Antonio Vivaldi|They were published in 1725.
swan lake,the nutcracker|composed|Pyotr Ilyich Tchaikovsky|He also wrote The Sleeping Beauty.
the telephone,telephone|patented in 1876|Alexander Graham Bell|Others, among them Antonio Meucci and Elisha Gray, worked on it as well.
the light bulb,light bulb|made practical in 1879|Thomas Edison|Joseph Swan made a similar lamp in England at the same time.
the printing press,printing press|built in Europe around 1450|Johannes Gutenberg|Printing with movable type had been known in Asia before.
the steam engine,steam engine|improved decisively in the 1760s|James Watt|Thomas Newcomen had built an earlier one in 1712.
the world wide web,world wide web,the web|invented in 1989|Tim Berners-Lee|He worked at CERN near Geneva at the time.
penicillin|discovered in 1928|Alexander Fleming|Others turned it into a medicine later.
gravity,the law of gravity|described in 1687|Isaac Newton|Albert Einstein explained it anew in 1915.
the theory of relativity,relativity|developed|Albert Einstein|The special theory dates from 1905, the general one from 1915.
radium,polonium|discovered in 1898|Marie and Pierre Curie|Marie Curie received two Nobel Prizes.
the first program,first computer program,the first computer program|written|Ada Lovelace, as is often said|She published it in 1843 for Charles Babbage's Analytical Engine.
python|created|Guido van Rossum|Its first version appeared in 1991.
javascript|created in 1995|Brendan Eich|He wrote the first version in ten days at Netscape.
linux,git|created|Linus Torvalds|Linux dates from 1991, Git from 2005.
the c programming language,c|created|Dennis Ritchie|He developed it at Bell Labs in the early 1970s.
java|created|James Gosling and his team at Sun|It was released in 1995.
c++|created|Bjarne Stroustrup|It began in 1979 as “C with Classes”.
the airplane,the aeroplane,airplane,the first airplane|flown first in 1903|the brothers Wilbur and Orville Wright|Their first powered flight lasted twelve seconds.
dynamite|invented in 1867|Alfred Nobel|He left his fortune to the prizes that bear his name.
`;

/** What happened, by its names, and when, as a sentence. */
export const events = `
world war 1,world war i,the first world war,first world war,ww1|The **First World War** lasted from **1914 to 1918**.
world war 2,world war ii,the second world war,second world war,ww2,wwii|The **Second World War** lasted from **1939 to 1945**.
the berlin wall,berlin wall|The **Berlin Wall** was built in **1961** and fell on **9 November 1989**.
the french revolution,french revolution|The **French Revolution** began in **1789**.
the american civil war,american civil war|The **American Civil War** lasted from **1861 to 1865**.
the moon landing,moon landing,land on the moon|The first people landed on the **Moon** on **20 July 1969** with Apollo 11.
the titanic,titanic|The **Titanic** sank on **15 April 1912**, on her first voyage.
the roman empire,roman empire,rome|The **Western Roman Empire** ended in **476**; the eastern one lasted until **1453**.
the eiffel tower,eiffel tower|The **Eiffel Tower** was finished in **1889**.
the world wide web,the web|The **World Wide Web** was invented in **1989** and opened to everyone in **1993**.
columbus,america|**Columbus** reached America in **1492**.
the industrial revolution,industrial revolution|The **Industrial Revolution** began in Britain in the **second half of the 18th century**.
the renaissance,renaissance|The **Renaissance** reaches from the **14th to the 16th century**.
the cold war,cold war|The **Cold War** lasted from about **1947 to 1991**.
the first iphone,iphone,the iphone|The first **iPhone** was introduced on **9 January 2007**.
`;

/** Words that a why question has all of, and the reason. */
export const reasons = `
sky blue|The sky is blue because air scatters **blue light** more than red light. Sunlight contains all colours; the molecules of the air are much smaller than its waves and send the short, blue ones in every direction. So blue light reaches us from all over the sky.|At sunset the light takes a longer way through the air, and what is left of it looks **orange and red**.
sunset red|At sunset, sunlight takes a much longer way through the air. Most of the **blue light** is scattered out of it on the way, so that mostly **orange and red** reach us.|Fine dust and clouds can make the colours stronger.
sea salty|The sea is salty because rivers carry **dissolved minerals** from rocks into it. The water evaporates, the salt stays behind, and over millions of years it has added up.|A litre of sea water holds about **35 grams** of salt.
ocean salty|The ocean is salty because rivers carry **dissolved minerals** from rocks into it. The water evaporates, the salt stays behind, and over millions of years it has added up.|A litre of sea water holds about **35 grams** of salt.
leaves colour|In autumn, trees take the green **chlorophyll** back from their leaves. Yellow and orange pigments, which were there all summer, become visible; some trees also make red ones.|Then the leaves are shed, which saves water in winter.
leaves color|In autumn, trees take the green **chlorophyll** back from their leaves. Yellow and orange pigments, which were there all summer, become visible; some trees also make red ones.|Then the leaves are shed, which saves water in winter.
seasons|There are seasons because the Earth's **axis is tilted** by about 23 degrees. For half of the year the northern half leans towards the Sun and gets more light, then the southern half does.|The distance to the Sun is not the reason: the Earth is nearest to it in January.
grass green|Grass is green because of **chlorophyll**. It uses mostly the red and blue parts of sunlight and sends back more of the green, which is what we see.|In a dry summer the chlorophyll breaks down, and grass turns yellow.
ice float|Ice floats because water **expands when it freezes**. Its molecules form an open lattice, so that ice is about 8 % lighter than the same volume of water.|That is why lakes freeze from the top, and fish survive below.
cats purr|Cats purr when they are content, and also when they are stressed or hurt, probably to **calm themselves**. Muscles in the larynx open and close it many times a second while the cat breathes.|Kittens purr from their first days on, which keeps them in touch with their mother.
yawn|Why we yawn is **not settled**. It often comes with tiredness or boredom, and it may help to cool the brain or to stay alert.|It is certain that yawning is contagious: seeing or reading about it is often enough.
dream|Why we dream is **not settled**. Many researchers think that dreams belong to the way in which the sleeping brain sorts memories and feelings.|Most vivid dreams come in REM sleep, towards the morning.
need sleep|We sleep because body and brain **need time to recover**. During sleep the brain sorts memories and clears waste, muscles are repaired and the immune system works.|Most adults need seven to nine hours.
stars twinkle|Stars twinkle because their light passes through **moving air**. Layers of different temperature bend it a little to and fro, so its brightness seems to change.|Planets twinkle less, since they appear as small discs and not as points.
thunder|Thunder is the sound of air that **expands all at once**. A flash of lightning heats it to several times the temperature of the Sun's surface.|Count the seconds between flash and thunder and divide by three: that is the distance in kilometres.
rainbow|A rainbow appears because raindrops **bend and reflect sunlight**. Each colour is bent by a slightly different angle, so they separate.|You see it only with the Sun behind you.
volcanoes erupt|Volcanoes erupt because **hot molten rock** is lighter than the solid rock around it and rises. Gases in it expand on the way up and drive it out.|How violent it becomes depends on the gas and on how thick the magma is.
onions cry|Cutting an onion breaks its cells, and an enzyme forms a **gas that irritates the eyes**. Tears wash it away.|A sharp knife and a cold onion help.
moon same side|We see the same side of the Moon because it **turns once on its axis for each round** about the Earth. The Earth's gravity has slowed its rotation to that pace.|Because of small wobbles we see about 59 % of its surface over time.
tests matter|Tests matter because they show that code does what it should, **each time it changes**. Without them, every change is a risk, and people stop improving the code.|A few tests of the most important paths are already worth it.
`;
