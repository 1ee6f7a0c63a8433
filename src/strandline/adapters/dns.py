"""Records of the domain name system, for whoever looks after a sending domain."""

import dns.exception
import dns.resolver
import dns.reversename

from strandline.model.errors import NameFault

#: Seconds that one question may take.
_PATIENCE_S = 4.0


class DnsRecords:
    """Asks the system's name servers, or the one that is named.

    Args:
        server: Address of a name server, with `:port` where it is not 53; empty for the system's.

    Raises:
        NameFault: No name server is known.
    """

    def __init__(self, server: str = "") -> None:
        try:
            self._resolver = dns.resolver.Resolver(configure=not server)
        except dns.exception.DNSException as error:
            raise NameFault(f"No name server is known here: {error}") from error
        if server:
            host, _, port = server.rpartition(":") if server.count(":") == 1 else (server, "", "53")
            self._resolver.nameservers = [host.strip("[]")]
            self._resolver.port = int(port)
        self._resolver.lifetime = _PATIENCE_S

    def look(self, name: str, kind: str) -> list[str]:
        """The records of a name as text; none where there are none.

        Args:
            kind: `A`, `AAAA`, `MX` (servers without their order), `TXT` (pieces joined) or `PTR`,
                whose name is an address.

        Raises:
            NameFault: Nobody answers.
        """
        try:
            asked = dns.reversename.from_address(name) if kind == "PTR" else name
            answer = self._resolver.resolve(asked, kind, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, ValueError, OSError) as error:
            said = " ".join(str(error).split())[:200]
            raise NameFault(f"The name servers do not tell {kind} of {name}: {said}") from error
        if kind == "TXT":
            return [b"".join(one.strings).decode("utf-8", "replace") for one in answer]
        if kind == "MX":
            return [str(one.exchange).rstrip(".").lower() for one in sorted(answer)]
        return [str(one).rstrip(".").lower() for one in answer]
