"""The checklist of the protocol, row by row, which decides where the product's pages are silent."""

from tests.spec.protocol_access import ACCESS
from tests.spec.protocol_eras import ERAS
from tests.spec.protocol_messages import MESSAGES
from tests.spec.protocol_tools import TOOLS

PROTOCOL = MESSAGES | ERAS | TOOLS | ACCESS
