import type { ParameterControls } from "@model-access/contract";

/** Setting controls with one of each kind, for whoever builds a form for them. */
export const tripPlannerControls: ParameterControls = {
  api_version: "2",
  sections: [
    {
      name: "Journey",
      controls: [
        { control: "text_field", label: "From", parameter_name: "origin", default_value: "Bergen" },
        {
          control: "text_area",
          label: "What to leave out",
          parameter_name: "avoid",
          placeholder: "One thing per line",
        },
        { control: "divider" },
        {
          control: "drop_down",
          label: "By",
          parameter_name: "transport",
          options: [
            { value: "rail", name: "Train" },
            { value: "sea", name: "Ship" },
          ],
          default_value: "rail",
        },
        {
          control: "condition",
          condition: {
            comparator: "equals",
            left: { parameter_name: "transport" },
            right: { literal: "sea" },
          },
          controls: [{ control: "toggle_switch", label: "Own cabin", parameter_name: "cabin", default_value: false }],
        },
        {
          control: "slider",
          label: "Days",
          parameter_name: "days",
          min_value: 1,
          max_value: 14,
          step: 1,
          default_value: 3,
        },
      ],
    },
    {
      name: "Map",
      controls: [
        {
          control: "aspect_ratio",
          label: "Shape",
          parameter_name: "aspect_ratio",
          options: [
            { width: 3, height: 2 },
            { width: 2, height: 3 },
          ],
          default_value: "3:2",
        },
      ],
      collapsed_by_default: true,
    },
  ],
};
