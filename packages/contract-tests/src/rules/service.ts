import { isLoopback } from "../base-url.js";
import { broken, pass, type Rule } from "../rule.js";

export const serviceRules: Rule[] = [
  {
    id: "service/https",
    sentence: "The service is reached by HTTPS.",
    requirements: ["R1.15"],
    provenance: "stated",
    // The address is the caller's choice: plain HTTP to it says little of what the service's users do.
    level: "note",
    exchanges: ["models/list"],
    judge: ([list]) => {
      const address = list?.request.url ?? "";
      if (address.startsWith("https:")) return pass;
      if (isLoopback(address)) return { outcome: "skip", reason: "A loopback address needs no HTTPS." };
      return broken({
        message: "The base URL is plain HTTP; every request has to use HTTPS.",
        expected: "https",
        actual: "http",
      });
    },
  },
];
