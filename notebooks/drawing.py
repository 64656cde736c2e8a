"""Small graphs as still pictures, in the colours of the style file for the Neo4j Browser."""

from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import Literal, NamedTuple

import matplotlib.pyplot as plt
import networkx as nx
from matplotlib.axes import Axes
from matplotlib.lines import Line2D


class Link(NamedTuple):
    """One relationship: what it joins, each with its label in the graph, and what it is called."""

    source_kind: str
    source: str
    name: str
    target_kind: str
    target: str


Node = tuple[str, str]  # its label in the graph, and what it is called


class Line(NamedTuple):
    """How a relationship is drawn."""

    colour: str
    width: float
    style: Literal["solid", "dashed"]


KINDS: Mapping[str, str] = {
    "Person": "#4C8EDA",
    "Conversation": "#569480",
    "Session": "#8DCC93",
    "Turn": "#D9C8AE",
    "Entity": "#FFC454",
    "Role": "#F79767",
    "State": "#ECB5C9",
    "Question": "#C990C0",
    "Answer": "#DA7194",
    "Decision": "#F16667",
}
# What lies in time is cyan and dashed, what goes by meaning pink, what is in common gold and thick,
# what makes things one violet.
_TIME = Line("#22B8CF", 1.6, "dashed")
_MEANING = Line("#E64980", 1.4, "solid")
_COMMON = Line("#E0A800", 3.0, "solid")
_ONE = Line("#8D5FD3", 3.0, "solid")
_PLAIN = Line("#A5ABB6", 1.2, "solid")
LINES: Mapping[str, Line] = {
    **dict.fromkeys(("NEXT", "FOLLOWS", "SUPERSEDES", "HAS_STATE"), _TIME),
    **dict.fromkeys(("ANSWERED_BY", "RELATED", "SUPPORTS"), _MEANING),
    **dict.fromkeys(("NAMES", "MENTIONED_IN", "BELONGS_TO", "SUBJECT", "HAS_ROLE"), _COMMON),
    **dict.fromkeys(("RECONCILED_INTO", "SAME_PERSON_AS", "IS_PERSON"), _ONE),
}


def draw(
    links: Iterable[Link],
    *,
    title: str = "",
    size: tuple[float, float] = (9.0, 5.5),
    wrap: int = 22,
    name_links: bool = True,
) -> None:
    """Draw a graph of a few dozen nodes; the same links give the same picture."""
    graph = nx.MultiDiGraph()
    for link in links:
        ends = (link.source_kind, link.source), (link.target_kind, link.target)
        graph.add_edge(*ends, key=link.name)
    _, axes = plt.subplots(figsize=size, layout="constrained")
    places = _places(graph, aspect=size[0] / size[1])
    for line in sorted({_line(name) for *_, name in graph.edges(keys=True)}):
        edges = [(a, b) for a, b, name in graph.edges(keys=True) if _line(name) == line]
        nx.draw_networkx_edges(
            graph,
            places,
            ax=axes,
            edgelist=edges,
            edge_color=line.colour,
            width=line.width,
            style=line.style,
            arrowsize=11,
            node_size=650,
        )
    if name_links:
        names = {(a, b): name for a, b, name in graph.edges(keys=True)}
        nx.draw_networkx_edge_labels(
            graph, places, ax=axes, edge_labels=names, font_size=6, font_color="#6b7a88"
        )
    colours = [KINDS[kind] for kind, _ in graph]
    nx.draw_networkx_nodes(
        graph, places, ax=axes, node_color=colours, node_size=650, edgecolors="white"
    )
    for (_, name), (x, y) in places.items():
        _label(axes, fill(name, wrap), x, y)
    _legend(axes, graph)
    axes.set_title(title, loc="left", fontsize=11)
    axes.margins(0.14)
    axes.set_axis_off()
    plt.show()


def _places(graph: nx.MultiDiGraph, *, aspect: float) -> dict[Node, tuple[float, float]]:
    """Where each node stands; parts that nothing joins stand beside each other."""
    places: dict[Node, tuple[float, float]] = {}
    left = 0.0
    for part in sorted(nx.weakly_connected_components(graph), key=len, reverse=True):
        width = max(len(part), 2) ** 0.5
        joined = nx.Graph(graph.subgraph(sorted(part)))
        for node, (x, y) in nx.kamada_kawai_layout(joined).items():
            places[node] = ((left + width + x * width) * aspect, y * width)
        left += 2 * width + 0.8
    return places


def _line(name: str) -> Line:
    return LINES.get(name, _PLAIN)


def _label(axes: Axes, text: str, x: float, y: float) -> None:
    axes.annotate(
        text,
        (x, y),
        xytext=(0, -15),
        textcoords="offset points",
        ha="center",
        va="top",
        fontsize=8,
        color="#22303c",
        bbox={
            "boxstyle": "round,pad=0.1",
            "facecolor": "white",
            "edgecolor": "none",
            "alpha": 0.8,
        },
    )


def _legend(axes: Axes, graph: nx.MultiDiGraph) -> None:
    kinds = {kind for kind, _ in graph}
    names = {name for *_, name in graph.edges(keys=True)}
    marks = [
        Line2D([], [], marker="o", linestyle="", markersize=8, color=colour, label=kind)
        for kind, colour in KINDS.items()
        if kind in kinds
    ]
    marks += [
        Line2D([], [], color=line.colour, linewidth=line.width, linestyle=line.style, label=name)
        for name, line in LINES.items()
        if name in names
    ]
    axes.legend(handles=marks, loc="upper left", frameon=False, fontsize=8, ncols=len(marks))
