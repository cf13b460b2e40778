// The worker of the page: everything is computed here, so that the page itself never waits.
import { scorecard } from "@xpxlc/core";

postMessage(String(reduce !== undefined && scorecard !== undefined));
