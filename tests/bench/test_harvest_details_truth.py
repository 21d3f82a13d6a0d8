"""The measure of fields on real pages: which values count as there, and which texts say them."""

from leadline_bench.harvest.details import is_held_out, wanted_of


def test_only_what_stands_on_the_page_is_wanted() -> None:
    """Values of lists count one by one, those of a dictionary as attributes; what the page does not say, and what
    is about the page itself, does not count."""
    expected = {
        "title": "Pea soup", "host": "soup.example", "total_time": 20, "ingredients": ["2 cups peas", "salt"],
        "nutrients": {"calories": "143 kcal", "fat": "12 g"},
    }  # fmt: skip
    wanted = wanted_of(expected, "soup.example Pea Soup. 20 mins. 2 cups peas; 143 kcal")
    assert set(wanted) == {"title", "total_time", "ingredients", "nutrients calories"}
    assert wanted["ingredients"].values == ("2cupspeas",)


def test_a_number_is_said_by_a_short_text_with_no_other() -> None:
    """`20 mins` says 20; `20 to 30` does not. Texts are held against texts letter by letter."""
    wanted = wanted_of({"title": "Pea soup", "total_time": 20}, "Pea soup 20")
    assert [wanted["total_time"].by([text]) for text in ("20 mins", "20 to 30", "120")] == [1, 0, 0]
    assert [wanted["title"].by([text]) for text in ("PEA-SOUP", "Pea soup with mint")] == [1, 0]


def test_about_a_third_of_sites_is_held_out() -> None:
    """The split goes by the site's name alone."""
    assert 60 < sum(is_held_out(f"site{n}.example") for n in range(300)) < 140
