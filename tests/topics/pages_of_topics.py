"""Small pages for the tests of topics, written as a site would."""

from leadline.model.page import Page
from leadline.parse.document import parse_html

CARS = (
    "Used cars for sale near you. Browse certified pre-owned sedans, trucks and SUVs by make, model and mileage. "
    "Each dealer lists price, engine, transmission and VIN. Toyota, Honda, Ford, BMW and more vehicles."
)
BOOKS = (
    "New and used books. Search by author, title, ISBN or publisher. Hardcover and paperback fiction, novels, "
    "poetry and textbooks from booksellers. Read chapters and reviews by readers."
)
JOBS = (
    "Search jobs by keyword and location. Employers post vacancies, candidates upload a resume and apply. "
    "Full-time and part-time positions, salary, benefits, qualifications and experience for every career."
)
MAIL = (
    "Sign in to your account. Forgot password? Privacy policy, terms of use, help and contact. "
    "Subscribe to our newsletter, follow us, view the site map and share this page with friends."
)
GARDEN = (
    "Plant the seeds in spring, water them every morning and keep the soil loose. Roses like sun, "
    "ferns like shade. Our gardeners answer questions about compost, weeds and pruning."
)


def page(text: str, url: str = "http://www.example.com/", title: str = "") -> Page:
    """A parsed page with this text."""
    return parse_html(f"<html><head><title>{title}</title></head><body><p>{text}</p></body></html>", url)
