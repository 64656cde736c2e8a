"""Weights of the signals that a call switches on, on the scale of the weights in force; pure.

They were set by hand, not fitted: no labelled question has a recency, a talk at hand or an
expansion.
"""

from graphmem.model.search import Recency, SearchOptions, SearchWeights

# Shares of a whole score. The boost is added as it was published, the decay has its published
# share; the others lift a turn by some places among its like, and never over what fits far better.
_RECENCY = {Recency.NONE: 0.0, Recency.DECAY: 0.25, Recency.BOOST: 1.0}
_TALK = 0.05
_EXPANDED = 0.1
# The best turn of a question scores about a third of what all signals at 1 would add up to (10.6
# of 29 in the median of the development questions), so that is a score of 1 on a scale of 0 to 1.
_WHOLE = 1 / 3


def switched_on(
    weights: SearchWeights, options: SearchOptions, *, at_hand: bool, expanded: bool
) -> SearchWeights:
    """The weights with those of what this call switches on, where ``weights`` has 0 for them.

    ``at_hand`` tells that a conversation goes on, ``expanded`` that there are further questions.
    """
    whole = _WHOLE * sum(max(0.0, weight) for weight in weights.model_dump().values())
    shares = {
        "recency": _RECENCY[options.recency],
        "talk": _TALK if at_hand else 0.0,
        "expanded": _EXPANDED if expanded else 0.0,
    }
    return weights.model_copy(
        update={
            name: share * whole
            for name, share in shares.items()
            if share and not getattr(weights, name)
        }
    )
