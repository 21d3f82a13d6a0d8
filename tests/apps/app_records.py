"""The records that the applications are loaded with: a collection of old instruments, the same on every machine.

Every record has a key of its own, one word that no other record mentions and that a search engine keeps in one
piece. The texts are plain sentences: some words are in almost every record, some in a few, most in between, as in
any collection, so that no single rare word brings up everything.
"""

import random
from dataclasses import dataclass


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


KINDS = ("navigation", "astronomy", "surveying", "medicine", "music", "weather", "printing", "weaving")
NOUNS = _words(
    "sextant compass octant chronometer astrolabe telescope quadrant sundial theodolite level plumb chain "
    "lancet balance microscope syringe flute violin organ spinet barometer thermometer hygrometer vane press "
    "galley roller type loom shuttle spindle comb globe lens prism clock lamp pump furnace scale magnet dial "
    "orrery planisphere circle transit rule gauge caliper punch chisel plane saw lathe"
)
ADJECTIVES = _words(
    "brass wooden silver iron painted carved gilded folding portable large small early late rare common plain "
    "ornate broken restored signed unsigned polished blackened engraved double single heavy light curious "
    "modern ancient unfinished"
)
PLACES = _words(
    "Lisbon Porto Genoa Venice Paris Lyon Utrecht Leiden Bruges Ghent Cologne Leipzig Dresden Prague Vienna Graz "
    "Basel Geneva Turin Naples Seville Toledo London Bristol York Dublin Bergen Uppsala Riga Gdansk Krakow Lviv"
)
MAKERS = _words(
    "Abelard Brandt Castell Dumas Ekman Ferrante Gruber Haldane Isaksen Jarvis Keller Lorenz Morin Neri Oberholz "
    "Pelletier Quint Rossi Sandoval Thorne Ullmann Verhoeven Weiss Xavier Young Zeller"
)
SENTENCES = (
    "The {noun} was made by {maker} of {place} in {year}.",
    "It came to the collection from {place} with two other pieces.",
    "A {adjective} case of {place} work belongs to it.",
    "The scale is {adjective} and the frame is {adjective2}.",
    "Its first owner used it for {kind} and kept a short note of every trip.",
    "An {year} inventory calls it a {adjective2} {noun}.",
    "The workshop of {maker} repaired the {adjective} screw later.",
    "It was shown in {place} once and has not travelled since.",
    "Visitors often ask why the {noun} has no mark on the back.",
    "Letters about the purchase are kept in {place}.",
)


@dataclass(frozen=True, slots=True)
class Item:
    """One record: what an application is told, and the key by which it is known again."""

    number: int
    key: str
    title: str
    kind: str
    maker: str
    place: str
    year: int
    text: str


def collection(size: int, seed: int = 1) -> tuple[Item, ...]:
    """The first `size` records; a larger collection starts with the smaller one."""
    chance = random.Random(seed)
    return tuple(_item(number, chance) for number in range(1, size + 1))


def _item(number: int, chance: random.Random) -> Item:
    key = f"mk{number:04d}"
    adjective, adjective2 = chance.sample(ADJECTIVES, 2)
    told = {
        "noun": chance.choice(NOUNS),
        "adjective": adjective,
        "adjective2": adjective2,
        "maker": chance.choice(MAKERS),
        "place": chance.choice(PLACES),
        "kind": chance.choice(KINDS),
        "year": chance.randint(1650, 1899),
    }
    sentences = chance.sample(SENTENCES, chance.randint(2, 5))
    return Item(
        number=number,
        key=key,
        title=f"{key} {adjective} {told['noun']} from {told['place']}",
        kind=str(told["kind"]),
        maker=str(told["maker"]),
        place=str(told["place"]),
        year=int(str(told["year"])),
        text=" ".join(sentence.format(**told) for sentence in sentences),
    )
