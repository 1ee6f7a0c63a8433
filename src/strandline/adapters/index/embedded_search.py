"""How the embedded engine is asked: by its filter, or by a scan of everything."""

import math

import qdrant_edge as qe

#: Whole vectors that are scored: so many times the neighbours that are asked for, and at least.
_OVERSAMPLING, _LEAST_SCORED = 4.0, 64
#: A filter costs 0.1 µs for each point that it lets through, a scan of everything a tenth of that.
#: So where a range holds this many points and this share of all, everything is scanned, and what
#: lies outside is left out afterwards.
_MANY, _SHARE = 15_000, 0.1


class Search:
    """One question to the engine."""

    def __init__(
        self,
        vector: list[float],
        limit: int,
        since: int,
        until: int,
        language: str,
        minimum: float,
    ) -> None:
        self._vector = vector
        self._limit = limit
        self._since, self._until = since, until
        self._language = language
        self._minimum = minimum
        self._filter = _within(since, until, language)

    def run(self, shard: "qe.EdgeShard") -> list[tuple[str, float]]:
        """Ids with scores, all within the range."""
        everything = shard.count(qe.CountRequest(exact=False))
        if everything > _MANY:
            inside = shard.count(qe.CountRequest(exact=False, filter=self._filter))
            if inside > _MANY and inside >= _SHARE * everything:
                found = self._among_all(shard, everything / inside)
                if found is not None:
                    return found
        return self._good(self._ask(shard, self._limit, self._filter))

    def _among_all(self, shard: "qe.EdgeShard", rarity: float) -> list[tuple[str, float]] | None:
        """Of the best of all those within the range; None where they are too few to be sure."""
        most = math.ceil(2 * self._limit * rarity)
        best = self._ask(shard, most, None)
        found = self._good([point for point in best if self._holds(point)])
        is_whole = len(best) < most or best[-1].score < self._minimum
        return found if is_whole or len(found) >= self._limit else None

    def _ask(
        self, shard: "qe.EdgeShard", limit: int, wanted: "qe.Filter | None"
    ) -> list["qe.ScoredPoint"]:
        more = max(_OVERSAMPLING, _LEAST_SCORED / limit)
        rescored = qe.QuantizationSearchParams(rescore=True, oversampling=more)
        return shard.query(
            qe.QueryRequest(
                query=qe.Query.Nearest(self._vector),
                limit=limit,
                filter=wanted,
                with_payload=["article", "time", "language"],
                with_vector=False,
                params=qe.SearchParams(quantization=rescored),
            )
        )

    def _good(self, points: list["qe.ScoredPoint"]) -> list[tuple[str, float]]:
        """Those with the least score. The engine would hold the short vectors to it."""
        return [
            (str((point.payload or {})["article"]), point.score)
            for point in points
            if point.score >= self._minimum
        ]

    def _holds(self, point: "qe.ScoredPoint") -> bool:
        kept = point.payload or {}
        is_in_time = self._since <= kept["time"] <= self._until
        return is_in_time and self._language in ("", kept["language"])


def _within(since: int, until: int, language: str) -> "qe.Filter":
    in_time = qe.RangeFloat(gte=float(since), lte=float(until))
    wanted: list[qe.ConditionType] = [qe.FieldCondition(key="time", range=in_time)]
    if language:
        wanted.append(qe.FieldCondition(key="language", match=qe.MatchValue(language)))
    return qe.Filter(must=wanted)
