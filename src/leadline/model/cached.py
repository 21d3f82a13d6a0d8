"""A property that is worked out once; the standard library's, without its lock.

Up to Python 3.11 `functools.cached_property` has one lock for all objects of a class: while a large page is read
in a thread of its own (`leadline.web.tasks`), every other page would wait for it.
"""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  # as the standard library's
    """
    >>> class Page:
    ...     @cached_property
    ...     def words(self) -> int:
    ...         print("counted")
    ...         return 3
    >>> page = Page()
    >>> page.words, page.words
    counted
    (3, 3)
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self.__doc__ = work.__doc__
        self._name = work.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: object, kind: type | None = None) -> T: ...
    def __get__(self, owner: object | None, kind: type | None = None) -> Self | T:
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self._work(owner)
        return found
